/** The setting DEMO_ACCOUNTS: accounts that the sign-in page of the demo offers. */
import * as v from 'valibot';
import { userTypes } from '../../shared/roles.ts';
import { invalid } from './invalid-value.ts';

const text = v.pipe(v.string(), v.nonEmpty());
/** `label`: the text of the button. */
const account = v.strictObject({ label: text, type: v.picklist(userTypes), name: text, password: text });
export type DemoAccount = v.InferOutput<typeof account>;

/** A JSON list; none when unset. */
export function demoAccountList(value: string): DemoAccount[] {
  if (value === '') return [];
  try {
    return v.parse(v.array(account), JSON.parse(value));
  } catch {
    return invalid('is not a JSON list of accounts');
  }
}
