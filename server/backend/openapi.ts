/** Generates the OpenAPI 3.1 document from the API table and its schemas. */

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { apiBase } from '../../shared/api/call.ts';
import { errorCodes } from '../../shared/api/error-codes.ts';
import { keyCallsPerMinute, keyPrefix } from '../../shared/api/keys.ts';
import { type Endpoint, endpoint } from './http/endpoint.ts';

type Json = Record<string, unknown>;

/** `ignore` omits checks that JSON Schema cannot express, such as shared/rules. */
function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode, target: 'draft-2020-12', errorMode: 'ignore' });
  return rest;
}

/** Parameters are text in the URL. The document shows their types after parsing, and defaults of those types. */
function parameters(schema: v.GenericSchema | undefined, place: 'query' | 'path'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { default: fallback, ...described } = property;
    // The pattern applies to the text, not to the parsed number.
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

/** Includes the errors of the console in front of the backend. Only those have a `request_id`. */
function errorResponses(entry: Endpoint): Json {
  const isPost = entry.method === 'POST';
  const candidates: [number, string, boolean][] = [
    [400, 'The input or the path is invalid', true],
    [401, 'There is no valid session, or the sign-in failed', true],
    [403, 'The viewer has no permission for this call', true],
    [404, 'The record does not exist', true],
    [405, 'The path does not allow this method; `Allow` lists the allowed methods', true],
    [409, 'The change conflicts with existing data', isPost],
    [411, 'The body has no Content-Length', isPost],
    [413, 'The body is larger than 1 MiB (16 KiB in a session call)', isPost],
    [429, 'Too many attempts, or calls with the API key', entry.body !== undefined || entry.keyScope !== null],
    [431, 'The headers are larger than 16 KiB', true],
    [500, 'The backend failed', true],
    [502, 'The backend cannot be reached', true],
    [503, 'The query exceeded its time limit', entry.path.startsWith('/vknf/posts')],
    [504, 'The backend did not answer in time', true],
  ];
  const possible = candidates.filter(([, , applies]) => applies);
  return Object.fromEntries(possible.map(([status, description]) => [status, errorResponse(description)]));
}

const errorResponse = (description: string): Json => ({
  description,
  content: json({ $ref: '#/components/schemas/Error' }),
});

function operation(entry: Endpoint): Json {
  const [, area = '', resource = area] = entry.path.split('/');
  return {
    operationId: `${entry.method.toLowerCase()}${entry.path.replaceAll(/[^A-Za-z]+(\w?)/g, (_, letter) => letter.toUpperCase())}`,
    summary: entry.summary,
    tags: [resource],
    'x-access': entry.access,
    security:
      entry.access === 'public' ? [] : [{ session: [] }, ...(entry.keyScope ? [{ key: [entry.keyScope] }] : [])],
    parameters: [...parameters(entry.params, 'path'), ...parameters(entry.query, 'query')],
    ...(entry.body ? { requestBody: { required: true, content: json(jsonSchema(entry.body, 'input')) } } : {}),
    responses: {
      [entry.status]: { description: 'Done', content: json(jsonSchema(entry.reply, 'output')) },
      ...errorResponses(entry),
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
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'access_token' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key of the page «Профиль», as \`Authorization: Bearer ${keyPrefix}…\`; at most ${keyCallsPerMinute} calls a minute`,
        },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            error: { type: 'string' },
            message: { type: 'string' },
            request_id: { type: 'string' },
            // The codes of the errors that programs tell apart.
            code: { type: 'string', enum: errorCodes },
            // Only in a 409 of a call that changes all found stories.
            Total: { type: 'integer' },
            // Only in a 409 because somebody else has changed the row. `Now` is an entry of its list.
            Conflict: {
              type: 'object',
              properties: {
                By: { type: 'string' },
                At: { type: 'string', format: 'date-time' },
                Now: { type: 'object' },
              },
              required: ['By', 'At', 'Now'],
              additionalProperties: false,
            },
          },
          required: ['error', 'message'],
          additionalProperties: false,
        },
      },
    },
  };
}

/** Adds the call that returns the document of all calls, itself included. The first call generates it. */
export function withDocument(table: readonly Endpoint[]): Endpoint[] {
  let document: Json | null = null;
  const documentCall = endpoint('GET', '/openapi.json', 'public', {
    summary: 'This document',
    reply: v.looseObject({}),
    handle: () => {
      document ??= openApiDocument(completeTable);
      return document;
    },
  });
  const completeTable = [...table, documentCall];
  return completeTable;
}
