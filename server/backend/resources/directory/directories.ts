/** The directories that the settings name. */
import type { Config } from '../../../platform/settings.ts';
import type { Directories } from '../../rules/directory.ts';

export const createDirectories = (_config: Config): Directories => ({});
