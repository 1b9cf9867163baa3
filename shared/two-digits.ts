/** For parts of times and dates: `7` is `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');
