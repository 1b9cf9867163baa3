/** How sign-in limits group attempts: one key for every spelling of an address, one for every spelling of a name. */
import ipaddr from 'ipaddr.js';

/**
 * An IPv4 address by itself, and an IPv6 address as its /64, which one visitor has to themselves. Mapped addresses
 * (`::ffff:192.0.2.1`) count as IPv4. Other text, which a proxy may send, is its own key.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.trim().split('%', 1);
  if (!ipaddr.isValid(plain)) return address.trim().toLowerCase();
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Without spaces, invisible characters, case and compatibility forms: what a backend may take for the same name. */
export const accountKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');
