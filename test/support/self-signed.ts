/** A certificate that nobody trusts, for tests of TLS. Requires openssl. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

export function writeSelfSigned(folder: string, host: string): { key: string; certificate: string } {
  const files = { key: path.join(folder, 'key.pem'), certificate: path.join(folder, 'certificate.pem') };
  const output = ['-keyout', files.key, '-out', files.certificate];
  const subject = ['-subj', `/CN=${host}`, '-days', '1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...output, ...subject], { stdio: 'ignore' });
  return files;
}
