/** The directories that the settings name. */
import type { Config } from '../../../platform/settings.ts';
import type { Directories } from '../../rules/directory.ts';
import { headerDirectory } from './header.ts';
import { ldapDirectory } from './ldap.ts';
import { createOidcClient } from './oidc-client.ts';

export const createDirectories = (config: Config): Directories => ({
  ...(config.SSO_HEADER !== '' && { header: headerDirectory }),
  ...(config.OIDC_ISSUER !== null && { oidc: createOidcClient(config).directory }),
  ...(config.LDAP_URL !== '' && { ldap: ldapDirectory(config) }),
});
