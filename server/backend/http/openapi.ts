/** The OpenAPI 3.1 document of the API table, made from the schemas that check the calls. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { apiBase } from '../../../shared/api/call.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

/** `ignore`: checks that JSON Schema cannot say (the rules of shared/rules) are left out of the document. */
function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode, target: 'draft-2020-12', errorMode: 'ignore' });
  return rest;
}

/** In a URL everything is text; the document names what the text must hold, and defaults of that type. */
function parameters(schema: v.GenericSchema | undefined, place: 'query' | 'path'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { default: fallback, ...described } = property;
    // The pattern belongs to the text, not to the number that it holds.
    const { pattern, ...number } = described;
    const rest = described.type === 'integer' ? number : described;
    const typed = typeof fallback === 'string' && rest.type !== 'string' ? JSON.parse(fallback) : fallback;
    return {
      name,
      in: place,
      required: place === 'path' || (required.includes(name) && fallback === undefined),
      schema: fallback === undefined ? rest : { ...rest, default: typed },
    };
  });
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** Includes what the console in front answers by itself; only its errors have a `request_id`. */
function refusals(entry: Endpoint): Json {
  const isPost = entry.method === 'POST';
  const texts: [number, string, boolean][] = [
    [400, 'The input or the address is wrong', true],
    [401, 'Nobody is signed in, or the sign-in is refused', true],
    [403, 'The viewer may not do this', true],
    [404, 'There is no such record', true],
    [405, 'The path does not allow this method; `Allow` lists those that it does', true],
    [409, 'It contradicts what there is', isPost],
    [411, 'The body has no Content-Length', isPost],
    [413, 'The body is over 1 MiB, or 16 KiB in a session call', isPost],
    [429, 'Too many attempts', entry.body !== undefined],
    [431, 'The headers are over 16 KiB', true],
    [500, 'The backend failed', true],
    [502, 'The backend cannot be reached', true],
    [503, 'The query exceeded its time limit', entry.path.startsWith('/vknf/posts')],
    [504, 'The backend did not answer in time', true],
  ];
  const given = texts.filter(([, , applies]) => applies);
  return Object.fromEntries(given.map(([status, description]) => [status, refusal(description)]));
}

const refusal = (description: string): Json => ({ description, content: json({ $ref: '#/components/schemas/Error' }) });

function operation(entry: Endpoint): Json {
  const [, area = '', resource = area] = entry.path.split('/');
  return {
    operationId: `${entry.method.toLowerCase()}${entry.path.replaceAll(/[^A-Za-z]+(\w?)/g, (_, letter) => letter.toUpperCase())}`,
    summary: entry.summary,
    tags: [resource],
    'x-access': entry.access,
    security: entry.access === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(entry.params, 'path'), ...parameters(entry.query, 'query')],
    ...(entry.body ? { requestBody: { required: true, content: json(jsonSchema(entry.body, 'input')) } } : {}),
    responses: {
      [entry.status]: { description: 'Done', content: json(jsonSchema(entry.reply, 'output')) },
      ...refusals(entry),
    },
  };
}

function openApiDocument(table: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const entry of table) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(entry) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'LDVK Монитор', version: '1' },
    servers: [{ url: apiBase }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'access_token' } },
      schemas: {
        Error: {
          type: 'object',
          properties: { error: { type: 'string' }, message: { type: 'string' }, request_id: { type: 'string' } },
          required: ['error', 'message'],
          additionalProperties: false,
        },
      },
    },
  };
}

/** The table with the call that describes all of it, itself too. */
export function withDocument(table: readonly Endpoint[]): Endpoint[] {
  const describe = endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This document',
    reply: v.looseObject({}),
    handle: () => document,
  });
  const whole = [...table, describe];
  const document = openApiDocument(whole);
  return whole;
}
