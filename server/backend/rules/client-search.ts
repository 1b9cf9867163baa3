/** MAC addresses and phones are found in every notation: they are also stored, and searched, as digits. */

/** The 12 hexadecimal digits of a valid address. */
export const macDigits = (address: string): string => address.toLowerCase().replace(/[^\da-f]/g, '');

/** The digits of each number. A Russian number has both its forms: with 7 and with 8. */
export function phoneDigits(phones: string): string[] {
  const numbers = phones.match(/\d[\d\s().\p{Pd}]*/gu) ?? [];
  return numbers.flatMap((number) => {
    const digits = number.replace(/\D/g, '');
    const national = /^[78]?(\d{10})$/.exec(digits)?.[1];
    return national === undefined ? digits : [`7${national}`, `8${national}`];
  });
}

const isIpAddress = (text: string): boolean =>
  /^\d{1,3}(\.\d{0,3}){1,3}$/.test(text) && text.split('.').every((octet) => Number(octet) < 256);

/** The digits of a typed MAC address or phone, or of a part of one. Null for other texts, such as IP addresses. */
export function typedDigits(search: string): string | null {
  const text = search.trim();
  const digits = text.toLowerCase().replace(/[\s:.()+\p{Pd}]/gu, '');
  return !isIpAddress(text) && /\d/.test(digits) && /^[\da-f]{4,}$/.test(digits) ? digits : null;
}
