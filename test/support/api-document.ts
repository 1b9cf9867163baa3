/** Reads the backend's OpenAPI document: its operations, and checks of replies against their schemas. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Reply, TestBackend } from './backend.ts';

export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  pattern?: string;
};
export type Parameter = { name: string; in: 'query' | 'path'; required: boolean; schema: Schema };
type Content = { content: { 'application/json': { schema: Schema } } };
type RawOperation = {
  operationId: string;
  'x-access': string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

export type Operation = RawOperation & {
  method: 'GET' | 'POST';
  path: string;
  name: string;
  /** Throws unless the document has the reply's status and its schema accepts the body. */
  check(reply: Reply): void;
};

type Document = {
  openapi: string;
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
};

export async function readOperations(backend: TestBackend): Promise<Operation[]> {
  const document = (await backend.call('GET', '/openapi.json')).body as Document;
  if (document.openapi !== '3.1.0') throw new Error(`OpenAPI ${document.openapi}`);
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: '/document', ...document });

  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  /** Caches validators by schema: most errors have the same one, and compiling it takes longer than all checks with it. */
  const validatorOf = (path: string, method: string, status: string, content: Content) => {
    const schema = JSON.stringify(content);
    const part = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const $ref = `/document#/paths/${part}/${method}/responses/${status}/content/application~1json/schema`;
    const known = validators.get(schema) ?? ajv.compile({ $ref });
    validators.set(schema, known);
    return known;
  };

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return {
        ...operation,
        method: method === 'get' ? 'GET' : 'POST',
        path,
        name,
        check(reply: Reply) {
          const content = operation.responses[reply.status];
          if (!content) throw new Error(`${name} answered ${reply.status}, undocumented`);
          const validate = validatorOf(path, method, String(reply.status), content);
          if (validate(reply.body)) return;
          throw new Error(
            `${name} ${reply.status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(reply.body)}`,
          );
        },
      } as const;
    }),
  );
}
