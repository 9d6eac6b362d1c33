// SPDX-License-Identifier: MIT
// Choices that this browser keeps, nothing secret. One that keeps nothing loses them, and nothing else.

export function kept(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

export function keep(key: string, value: string | null): void {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        // it is forbidden here
    }
}
