// SPDX-License-Identifier: MIT
// Short sounds for what a player should notice: made here, so that none has to be loaded.

let audio: AudioContext | null = null;
let isOn = true;

export function setSound(on: boolean): void {
    isOn = on;
}

// Browsers let a page sound only after somebody touched it.
export function allowSound(): void {
    audio ??= new AudioContext();
    void audio.resume();
}

function tone(frequency: number, after: number, seconds: number): void {
    if (!isOn || audio === null || audio.state !== "running") return;
    const begin = audio.currentTime + after;
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + seconds);
}

export const soundOfMove = (): void => tone(440, 0, 0.09);

export function soundOfGame(): void {
    tone(523, 0, 0.15);
    tone(784, 0.12, 0.25);
}
