// SPDX-License-Identifier: MIT
// Prints the number of brain_same.c, compiled to WebAssembly: node run.js PROGRAM.wasm [POSITIONS]
const fs = require("fs");

const program = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const { same } = new WebAssembly.Instance(program, {}).exports;
const number = BigInt.asUintN(64, same(Number(process.argv[3] || 1000)));
console.log(number.toString(16).padStart(16, "0"));
