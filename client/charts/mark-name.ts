/** For example «19.11 · 8» for «19.11.2026: 8». */
export const shortMarkName = (name: string): string =>
  name.replace(/(\d\d\.\d\d)\.\d{4}/, '$1').replace(/: (?=[^:]*$)/, ' · ');
