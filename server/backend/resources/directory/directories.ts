/** The directories that the settings name. */
import type { Config } from '../../../platform/settings.ts';
import type { Directories } from '../../rules/directory.ts';
import { headerDirectory } from './header.ts';

export const createDirectories = ({ SSO_HEADER }: Config): Directories => ({
  ...(SSO_HEADER !== '' && { header: headerDirectory }),
});
