import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, SHARED_ERRORS } from '../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS } from '../contract/operations/endpoints.ts';
import { PROBLEMS } from '../contract/rules/problems.ts';
import { COUNTED_TYPE, EXPORT_TYPES } from '../contract/rules/reports/exports.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

type Content = Record<string, { schema: object }>;
type Parameter = { name: string; in: string; required?: boolean; schema: object };
type Operation = {
  operationId: string;
  summary?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Document = {
  openapi: string;
  info: { title: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object };
};

let app: TestApp;
let text: string;
let document: Document;

beforeAll(async () => {
  app = await createTestApp();
  const response = await app.send('GET', '/openapi.json');
  expect(response.status).toBe(200);
  text = await response.text();
  document = JSON.parse(text);
});
afterAll(() => app.drop());

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(document.openapi).toBe('3.1.0');
  });

  it('fails the validation with an invalid operation', async () => {
    const broken = { ...JSON.parse(text), paths: { '/api/profile': { get: { responses: 1 } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('contains the product’s name and the server’s URL', () => {
    expect(document.info.title).toBe('Mandoob API');
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:3000' }]);
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
  });
});

describe.each(Object.entries(ENDPOINTS) as [keyof typeof ENDPOINTS, Endpoint][])('%s', (name, endpoint) => {
  const schemas: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  const operation = (): Operation => {
    const found = document.paths[endpoint.path]?.[endpoint.method];
    if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is not described`);
    return found;
  };
  const parameters = (place: string) =>
    (operation().parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map((parameter) => parameter.name);

  it('is documented under its own name, with the bearer token as security', () => {
    expect(operation()).toMatchObject({
      operationId: name,
      summary: endpoint.summary,
      security: [{ bearer: [] }],
    });
  });

  it('changes nothing and has no body if it is a GET', () => {
    if (endpoint.method !== 'get') return;
    expect({ command: endpoint.command, body: schemas.body }).toEqual({ command: false, body: undefined });
  });

  it('documents its input', () => {
    expect(parameters('path').sort()).toEqual((endpoint.path.match(/(?<=\{)\w+(?=\})/g) ?? []).sort());
    expect(parameters('query').sort()).toEqual(Object.keys(schemas.query?.shape ?? {}).sort());
    expect(parameters('header').includes('idempotency-key')).toBe(endpoint.command);
    const json = operation().requestBody?.content['application/json']?.schema;
    expect(json !== undefined).toBe(schemas.body !== undefined);
    if (schemas.body) expect(operation().requestBody?.required).toBe(true);
    // A command may include its files.
    const with_files = operation().requestBody?.content['multipart/form-data']?.schema;
    expect(with_files !== undefined).toBe(endpoint.command);
    if (with_files)
      expect(with_files).toMatchObject({ properties: { command: json }, required: ['command'] });
  });

  it('documents its response, and every problem with its status', () => {
    const content_types = Object.keys(operation().responses['200']?.content ?? {});
    expect(content_types).toEqual(
      name === 'export_view' ? [...Object.values(EXPORT_TYPES), COUNTED_TYPE] : ['application/json'],
    );
    for (const code of [...SHARED_ERRORS, ...endpoint.errors]) {
      const response = operation().responses[String(PROBLEMS[code].status)];
      expect(response?.description.split(', ')).toContain(code);
      expect(response?.content?.['application/problem+json']).toBeDefined();
    }
    const outcomes = Object.values(operation().responses).flatMap(({ description }) =>
      description.split(', '),
    );
    expect(outcomes.sort()).toEqual(['Done', ...new Set([...SHARED_ERRORS, ...endpoint.errors])].sort());
  });
});

describe('files', () => {
  it('are documented as bytes with a hash, and as links without a token', () => {
    const put = document.paths['/storage/v1/object/{bucket}/{path}']?.put;
    expect(Object.keys(put?.requestBody?.content ?? {})).toEqual([
      'image/jpeg',
      'image/png',
      'image/webp',
      'application/pdf',
    ]);
    expect(put?.parameters).toContainEqual(expect.objectContaining({ name: 'content-sha256', in: 'header' }));
    const open = document.paths['/storage/v1/object/signed/{token}']?.get;
    expect(open?.security).toEqual([]);
    expect(open?.responses['403']?.description).toContain('link_expired');
  });
});

describe('sign-in', () => {
  it('is documented in its own format, the signed-in parts with the bearer token', () => {
    const of = (path: string, method: string) => document.paths[path]?.[method];
    const token = of('/auth/v1/token', 'post');
    expect(token?.security).toEqual([]);
    expect(Object.keys(token?.responses ?? {})).toEqual(['200', '400', '429', '500', '503']);
    expect(token?.parameters).toContainEqual(expect.objectContaining({ name: 'grant_type', in: 'query' }));
    for (const part of [of('/auth/v1/logout', 'post'), of('/auth/v1/user', 'get')]) {
      expect(part?.security).toEqual([{ bearer: [] }]);
      expect(Object.keys(part?.responses ?? {})).toContain('403');
    }
  });
});
