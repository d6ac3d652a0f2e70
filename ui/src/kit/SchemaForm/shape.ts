import { type JsonValue, asText, isObject, jsonKey, own, type JsonObject } from '../../lib/json';
import { locale, t } from '../../words/translate';
import { newWork, resolve, type Condition, type Work } from './resolve';
import { refuses } from './validator';

/** One choice of a closed set. */
export interface Option {
  value: JsonValue;
  label: string;
  description: string | undefined;
}

/** One of several schemas a value may follow. */
export interface Variant {
  label: string;
  schema: JsonObject;
}

type TextFormat = 'plain' | 'date' | 'date-time' | 'time' | 'email' | 'uri' | 'password' | 'other';

/** What kind of field a schema asks for. */
export type Shape = Common &
  (
    | { kind: 'text'; format: TextFormat; long: boolean }
    | { kind: 'number'; integer: boolean }
    | { kind: 'boolean' }
    | { kind: 'fixed'; value: JsonValue }
    | { kind: 'choice'; options: Option[] }
    | { kind: 'manyChoice'; options: Option[] }
    | { kind: 'tags'; item: 'string' | 'number' }
    | { kind: 'list'; prefix: JsonValue[]; items: JsonValue | undefined }
    | {
        kind: 'object';
        properties: [string, JsonValue][];
        required: ReadonlySet<string>;
        additional: JsonValue | undefined;
      }
    | { kind: 'variants'; variants: Variant[] }
    | { kind: 'json' }
  );

interface Common {
  /** The schema, references followed. */
  schema: JsonObject;
  title: string | undefined;
  description: string | undefined;
  /** Null is allowed beside what the field offers. */
  nullable: boolean;
  /** What it starts with. A default that its own schema refuses means that nothing is set. */
  default: JsonValue | undefined;
  conditions: Condition[];
}

type Shapes = WeakMap<JsonObject, WeakMap<JsonObject, Shape>>;

/** By language: some labels are texts of the page. */
const caches = new Map<string, Shapes>();

/** So many schemas are looked into for the shape of one. */
const MOST_WITHIN = 16;
let within = 0;

/** Whether the arguments of this schema have no declared members. */
export function declaresNothing(schema: JsonObject): boolean {
  const shape = shapeOf(schema, schema);
  return shape.kind === 'object' && shape.properties.length === 0;
}

/** The field a schema asks for. The same schema object gives the same shape object. */
export function shapeOf(schema: JsonValue | undefined, root: JsonObject): Shape {
  // A list may be one of lists of itself, and a choice one of itself.
  if (within >= MOST_WITHIN) return endless(schema);
  within += 1;
  try {
    return keptShape(schema, root);
  } finally {
    within -= 1;
  }
}

function endless(schema: JsonValue | undefined): Shape {
  const none = { title: undefined, description: undefined, nullable: false, default: undefined };
  return { ...none, schema: isObject(schema) ? schema : {}, conditions: [], kind: 'json' };
}

function keptShape(schema: JsonValue | undefined, root: JsonObject): Shape {
  if (!isObject(schema)) return makeShape(schema, root);
  let cache = caches.get(locale());
  if (cache === undefined) caches.set(locale(), (cache = new WeakMap()));
  let shapes = cache.get(root);
  if (shapes === undefined) cache.set(root, (shapes = new WeakMap()));
  let shape = shapes.get(schema);
  if (shape === undefined) shapes.set(schema, (shape = makeShape(schema, root)));
  return shape;
}

function makeShape(source: JsonValue | undefined, root: JsonObject): Shape {
  const { schema, conditions, extent } = resolve(source, root);
  const common: Common = {
    schema,
    title: text(schema, 'title'),
    description: text(schema, 'description'),
    nullable: false,
    default: acceptedDefault(schema, root),
    conditions,
  };
  if (extent === 'broken') return { ...common, kind: 'json' };
  return fixedOrChoice(common) ?? branches(common, root) ?? typed(common, root);
}

/** An object may lack what the defaults of its members add, so that it is not judged before. */
function acceptedDefault(schema: JsonObject, root: JsonObject): JsonValue | undefined {
  const declared = own(schema, 'default');
  return declared === undefined || isObject(declared) || !refuses(schema, declared, root)
    ? declared
    : undefined;
}

function fixedOrChoice(common: Common): Shape | undefined {
  const { schema } = common;
  if (Object.hasOwn(schema, 'const')) return { ...common, kind: 'fixed', value: schema['const'] ?? null };
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  // `enumNames` is how elicitation schemas before 2025-11-25 title their choices.
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
  const options = values.map((value, index): Option => {
    const name = names[index];
    return { value, label: typeof name === 'string' ? name : optionLabel(value), description: undefined };
  });
  return { ...common, kind: 'choice', options };
}

/** How a bare value is written as a choice. */
export function optionLabel(value: JsonValue): string {
  if (typeof value === 'string') return value === '' ? t('form.emptyText') : value;
  return JSON.stringify(value);
}

function branches(common: Common, root: JsonObject): Shape | undefined {
  const { schema } = common;
  const list = Array.isArray(schema['oneOf']) ? schema['oneOf'] : schema['anyOf'];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const { oneOf: _one, anyOf: _any, ...base } = schema;

  const work = newWork();
  const resolved = list.map((branch) => resolve(branch, root, work));
  // Branches that only say what is required or forbidden restrict the value; they are no choice of shapes.
  if (resolved.every(({ schema: branch }) => !describesShape(branch))) return undefined;

  const options = resolved.map(({ schema: branch }) => constantOption(branch));
  if (options.every((option) => option !== undefined)) {
    return { ...common, kind: 'choice', options: options.flat() };
  }

  const real = list.filter((_, index) => !isNull(resolved[index]?.schema));
  const nullable = real.length < list.length;
  const [only] = real;
  if (real.length === 1 && only !== undefined) {
    const inner = shapeOf({ allOf: [base, only] }, root);
    return {
      ...inner,
      title: common.title ?? inner.title,
      description: common.description ?? inner.description,
      default: common.default ?? inner.default,
      nullable: nullable || inner.nullable,
    };
  }
  return {
    ...common,
    nullable,
    kind: 'variants',
    variants: real.map((branch, index) => makeVariant(base, branch, index, { root, work })),
  };
}

const SHAPING = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'const',
  'enum',
  'oneOf',
  'anyOf',
  'additionalProperties',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'title',
];

function describesShape(schema: JsonObject): boolean {
  return SHAPING.some((key) => Object.hasOwn(schema, key));
}

function isNull(schema: JsonObject | undefined): boolean {
  return (
    schema?.['type'] === 'null' ||
    (schema !== undefined && Object.hasOwn(schema, 'const') && schema['const'] === null)
  );
}

function constantOption(schema: JsonObject): Option[] | undefined {
  const title = text(schema, 'title');
  const description = text(schema, 'description');
  if (Object.hasOwn(schema, 'const')) {
    const value = schema['const'] ?? null;
    return [{ value, label: title ?? optionLabel(value), description }];
  }
  if (schema['type'] === 'null') return [{ value: null, label: 'null', description }];
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  return values.map((value) => ({
    value,
    label: values.length === 1 && title !== undefined ? title : optionLabel(value),
    description,
  }));
}

/** One choice; where the work is spent it is called by its number. */
function makeVariant(
  base: JsonObject,
  branch: JsonValue,
  index: number,
  { root, work }: { root: JsonObject; work: Work },
): Variant {
  const { title: _title, description: _description, default: _default, ...shared } = base;
  const schema: JsonObject =
    Object.keys(shared).length === 0 && isObject(branch) ? branch : { allOf: [branch, shared] };
  const { schema: own_ } = resolve(schema, root, work);
  return {
    label:
      text(own_, 'title') ??
      discriminator(own_, root, work) ??
      refName(branch) ??
      typeWord(own_, root) ??
      t('form.variant', { number: index + 1 }),
    schema,
  };
}

function refName(branch: JsonValue): string | undefined {
  const ref = isObject(branch) ? branch['$ref'] : undefined;
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
}

/** The value of the one member that tells this variant from the others: `{ kind: { const: 'circle' } }`. */
function discriminator(schema: JsonObject, root: JsonObject, work: Work): string | undefined {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return undefined;
  for (const member of Object.values(properties)) {
    const { schema: inner } = resolve(member, root, work);
    const value =
      inner['const'] ??
      (Array.isArray(inner['enum']) && inner['enum'].length === 1 ? inner['enum'][0] : undefined);
    if (value !== undefined) return optionLabel(value);
  }
  return undefined;
}

/** A schema's type in a word: `string`, `number[]`, `object`. */
export function typeWord(schema: JsonObject, root: JsonObject, deep = 0): string | undefined {
  const type = schema['type'];
  if (Array.isArray(type))
    return type
      .filter((word) => word !== 'null')
      .map(asText)
      .join(' | ');
  if (type === 'array') {
    if (deep > 3) return 'array';
    const item = typeWord(resolve(schema['items'], root).schema, root, deep + 1);
    return item === undefined || item.includes(' ') ? 'array' : `${item}[]`;
  }
  return typeof type === 'string' ? type : undefined;
}

function typed(common: Common, root: JsonObject): Shape {
  const { schema } = common;
  const types = typesOf(schema);
  const real = types.filter((type) => type !== 'null');
  const nullable = real.length < types.length;
  const [only] = real;
  if (only === undefined) {
    return nullable ? { ...common, kind: 'fixed', value: null } : { ...common, kind: 'json' };
  }
  if (real.length > 1) {
    const { title: _title, description: _description, default: _default, ...rest } = schema;
    return {
      ...common,
      nullable,
      kind: 'variants',
      variants: real.map((type) => ({ label: asText(type), schema: { ...rest, type } })),
    };
  }
  const here = { ...common, nullable };
  switch (only) {
    case 'string':
      return { ...here, kind: 'text', format: textFormat(schema), long: isLong(schema) };
    case 'number':
    case 'integer':
      return { ...here, kind: 'number', integer: only === 'integer' };
    case 'boolean':
      return { ...here, kind: 'boolean' };
    case 'array':
      return { ...here, ...arrayShape(schema, root) };
    case 'object':
      return { ...here, ...objectShape(schema) };
    default:
      return { ...common, kind: 'json' };
  }
}

function typesOf(schema: JsonObject): JsonValue[] {
  const type = own(schema, 'type');
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  // Many servers leave `type` out where the other keywords say it.
  if (
    ['properties', 'additionalProperties', 'patternProperties', 'required'].some((key) =>
      Object.hasOwn(schema, key),
    )
  )
    return ['object'];
  if (
    ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'].some((key) => Object.hasOwn(schema, key))
  )
    return ['array'];
  if (['minLength', 'maxLength', 'pattern', 'format'].some((key) => Object.hasOwn(schema, key)))
    return ['string'];
  return ['minimum', 'maximum', 'multipleOf'].some((key) => Object.hasOwn(schema, key)) ? ['number'] : [];
}

function textFormat(schema: JsonObject): TextFormat {
  const format = schema['format'];
  switch (format) {
    case 'date':
    case 'date-time':
    case 'time':
    case 'email':
    case 'uri':
    case 'password':
      return format;
    case 'idn-email':
      return 'email';
    case 'url':
    case 'iri':
      return 'uri';
    default:
      return typeof format === 'string' ? 'other' : 'plain';
  }
}

function isLong(schema: JsonObject): boolean {
  const limit = schema['maxLength'];
  return (
    (typeof limit === 'number' && limit > 300) ||
    typeof schema['contentMediaType'] === 'string' ||
    ['textarea', 'multiline', 'markdown', 'html'].includes(asText(schema['format']))
  );
}

type Bare<K extends Shape['kind']> = Omit<Extract<Shape, { kind: K }>, keyof Common>;

function arrayShape(schema: JsonObject, root: JsonObject): Bare<'tags'> | Bare<'manyChoice'> | Bare<'list'> {
  const tuple = schema['prefixItems'] ?? (Array.isArray(schema['items']) ? schema['items'] : undefined);
  if (Array.isArray(tuple)) {
    const rest = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items'];
    return { kind: 'list', prefix: tuple, items: rest === false ? undefined : (rest ?? {}) };
  }
  const items = schema['items'];
  const item = shapeOf(items, root);
  if (
    item.kind === 'choice' &&
    (schema['uniqueItems'] === true || item.options.length <= 7) &&
    !item.nullable
  ) {
    return { kind: 'manyChoice', options: distinct(item.options) };
  }
  if (
    !item.nullable &&
    item.kind === 'text' &&
    ['plain', 'email', 'uri', 'other'].includes(item.format) &&
    !item.long
  ) {
    return { kind: 'tags', item: 'string' };
  }
  if (!item.nullable && item.kind === 'number') return { kind: 'tags', item: 'number' };
  return { kind: 'list', prefix: [], items: items === false ? undefined : (items ?? {}) };
}

function distinct(options: Option[]): Option[] {
  const seen = new Set<string>();
  return options.filter(({ value }) => seen.size < seen.add(jsonKey(value)).size);
}

function objectShape(schema: JsonObject): Bare<'object'> {
  const properties = own(schema, 'properties');
  const required = own(schema, 'required');
  const patterns = own(schema, 'patternProperties');
  const additional =
    own(schema, 'additionalProperties') ?? (isObject(patterns) ? Object.values(patterns)[0] : undefined);
  return {
    kind: 'object',
    properties: isObject(properties) ? Object.entries(properties) : [],
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    additional,
  };
}

function text(schema: JsonObject, key: string): string | undefined {
  const value = own(schema, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
