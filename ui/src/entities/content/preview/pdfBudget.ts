/** What a PDF may take in its worker, in bytes; what is drawn of the pages in sight may take as much again. */
export const PDF_BYTES = 512_000_000;

/** The document takes more than that. The library's own messages are objects. */
export const TOO_LARGE = 'tooLarge';

/** A picture of it does, and is left out. */
export const PICTURE_TOO_LARGE = 'pictureTooLarge';

/** Counts bytes, or things, and fails once they are more than a limit. */
export class Budget {
  #left: number;
  readonly #onPassed: () => void;
  readonly #collected = new FinalizationRegistry<number>((bytes) => this.give(bytes));

  constructor(limit: number, onPassed: () => void) {
    this.#left = limit;
    this.#onPassed = onPassed;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * Counts bytes. The library takes what is thrown for a fault of the document and goes on, so that it is told too:
   * `onPassed` in the place of the usual way.
   */
  take(bytes: number, onPassed = this.#onPassed): void {
    if (bytes > this.#left) {
      onPassed();
      throw new RangeError('the document takes too much memory');
    }
    this.#left -= bytes;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }

  /** Gives back what an object took once it is collected. */
  giveAfter(object: object, bytes: number): void {
    this.#collected.register(object, bytes);
  }
}

/** Smaller ones are not counted: they are many, and their contents come from as many bytes of the document. */
const COUNTED_BYTES = 4_096;

const TYPED = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
] as const;

/** What holds the samples and the pixels of pictures alone, where it is so large. */
const OF_PICTURES: ReadonlySet<string> = new Set(['Int16Array', 'Uint8ClampedArray']);
const PICTURE_BYTES = 16_000_000;

type Constructor = new (...given: unknown[]) => object;

/** What makes arrays in a worker. */
export type ArrayScope = Record<(typeof TYPED)[number] | 'Array' | 'ArrayBuffer', unknown>;

/**
 * Lets whatever makes arrays here count them first: the decoders of the library double their buffers without end. A
 * picture for which too little is left is not made, and the document goes on without it.
 */
export function limitArrays(scope: ArrayScope, budget: Budget, onPicture: () => void): void {
  for (const name of [...TYPED, 'Array', 'ArrayBuffer'] as const) {
    const native = scope[name] as Constructor & { BYTES_PER_ELEMENT?: number };
    const each = native.BYTES_PER_ELEMENT ?? (name === 'Array' ? 8 : 1);
    const take = OF_PICTURES.has(name)
      ? (bytes: number) => budget.take(bytes, bytes >= PICTURE_BYTES ? onPicture : undefined)
      : (bytes: number) => budget.take(bytes);
    const sizeOf = (given: unknown[]) => (given.length === 1 ? lengthOf(given[0]) * each : 0);
    scope[name] = counting(native, sizeOf, {
      take,
      giveAfter: (made, bytes) => budget.giveAfter(made, bytes),
    });
  }
}

/** How many elements an array made from this has of its own: a view of a buffer has none. */
function lengthOf(source: unknown): number {
  if (typeof source === 'number') return source;
  const isCopied = ArrayBuffer.isView(source) || Array.isArray(source);
  return isCopied ? (source as unknown as { length: number }).length : 0;
}

/** A constructor that does what another does, after it has counted. */
function counting(
  native: Constructor,
  sizeOf: (given: unknown[]) => number,
  budget: Pick<Budget, 'take' | 'giveAfter'>,
): Constructor {
  const Counting = function count(...given: unknown[]): object {
    const bytes = sizeOf(given);
    const counts = bytes >= COUNTED_BYTES;
    if (counts) budget.take(bytes);
    const target: unknown = new.target;
    const isOwn = target === undefined || target === Counting;
    const made = Reflect.construct<unknown[], object>(
      native,
      given,
      isOwn ? native : (target as Constructor),
    );
    // Parts of an array keep its buffer.
    if (counts) budget.giveAfter(ArrayBuffer.isView(made) ? made.buffer : made, bytes);
    return made;
  } as unknown as Constructor;
  const { prototype: _own, ...others } = Object.getOwnPropertyDescriptors(native);
  Object.defineProperties(Counting, others);
  Object.setPrototypeOf(Counting, Object.getPrototypeOf(native) as object);
  Counting.prototype = native.prototype;
  return Counting;
}

/** So many maps a document may make: each of its dictionaries is one, of four bytes in the file and hundreds in memory. */
export const PDF_MAPS = 3_000_000;

/** About what one more of them takes, in bytes, with the room that is kept for the next. */
const ELEMENT = 16;
const OBJECT = 80;
const ENTRY = 64;

/** What grows is counted each time it has grown by about so much, in bytes. */
const GROWN = 4_096;

/**
 * Counts what grows little by little. What it grew by is given back with the one of them that is met when it is counted:
 * when that is cannot be foreseen, so that what stays and what goes are met as often as they grow.
 */
function growth(budget: Budget): (bytes: number, grown: object) => void {
  let uncounted = 0;
  let most = GROWN;
  return (bytes, grown) => {
    uncounted += bytes;
    if (uncounted < most) return;
    budget.take(uncounted);
    budget.giveAfter(grown, uncounted);
    uncounted = 0;
    most = GROWN * (0.5 + Math.random());
  };
}

/** Lets lists count that grow item by item: a number of two bytes in the file takes eight and more, a list in a list eighty. */
export function limitLists(scope: { Array: ArrayConstructor }, budget: Budget): void {
  const prototype = scope.Array.prototype as unknown[];
  const push = prototype.push;
  const grow = growth(budget);
  Object.defineProperty(prototype, 'push', {
    configurable: true,
    writable: true,
    value: function counted(this: unknown[], ...items: unknown[]): number {
      for (const item of items) grow(typeof item === 'object' && item !== null ? OBJECT : ELEMENT, this);
      return Reflect.apply(push, this, items);
    },
  });
}

/**
 * Lets maps count, one each, and what is put into them. Maps are given back with the worker alone: it is ended with its
 * document.
 */
export function limitMaps(scope: { Map: MapConstructor }, maps: Budget, budget: Budget): void {
  const grow = growth(budget);
  scope.Map = class<Key, Value> extends Map<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]> | null) {
      super(entries);
      maps.take(1);
    }

    override set(key: Key, value: Value): this {
      grow(ENTRY, this);
      return super.set(key, value);
    }
  };
}

/** So much is unpacked at once: a thousand times as much may come of it. */
const PACKED_PART = 16_384;

/** What unpacks in a worker. */
export interface UnpackingScope {
  DecompressionStream: typeof DecompressionStream;
}

/** Lets what is unpacked count, part by part: the web view unpacks whatever it is given at once. */
export function limitUnpacking(scope: UnpackingScope, budget: Budget): void {
  const Native = scope.DecompressionStream;
  scope.DecompressionStream = class {
    readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly writable: WritableStream<BufferSource>;

    constructor(format: CompressionFormat) {
      const native = new Native(format);
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (part, controller) => {
          budget.take(part.byteLength);
          budget.giveAfter(part.buffer, part.byteLength);
          controller.enqueue(part);
        },
      });
      this.readable = native.readable.pipeThrough(counted);
      const packed = native.writable.getWriter();
      this.writable = new WritableStream({
        write: async (given) => {
          const bytes = ArrayBuffer.isView(given)
            ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
            : new Uint8Array(given);
          for (let at = 0; at < bytes.length; at += PACKED_PART) {
            await packed.ready;
            await packed.write(bytes.subarray(at, at + PACKED_PART));
          }
        },
        close: () => packed.close(),
        abort: (reason) => packed.abort(reason),
      });
    }
  };
}

/** What the library's two halves tell each other, as far as it is counted. */
interface Message {
  action?: string;
  streamId?: number;
  data?: unknown;
  chunk?: { fnArray?: { length: number }; argsArray?: unknown };
}

/** Counts what the worker sends to be drawn, by page, until the page is no longer in sight. */
export class SentPages {
  readonly #budget: Budget;
  readonly #pages = new Map<unknown, number>();
  readonly #pageOfStream = new Map<number, unknown>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Takes note of what the worker is asked for. */
  asked({ action, streamId, data }: Message): void {
    const page = (data as { pageProxyId?: unknown } | null | undefined)?.pageProxyId;
    if (action === 'GetOperatorList' && streamId !== undefined) this.#pageOfStream.set(streamId, page);
    if (action !== 'CleanupPage') return;
    this.#budget.give(this.#pages.get(page) ?? 0);
    this.#pages.delete(page);
    for (const [stream, of] of this.#pageOfStream) if (of === page) this.#pageOfStream.delete(stream);
  }

  /** Counts what the worker is about to send. */
  sent({ action, streamId, data, chunk }: Message): void {
    if (chunk?.fnArray !== undefined && streamId !== undefined) {
      // An operation is a number and a place for what it is done with, in lists that grow by half.
      this.#take(this.#pageOfStream.get(streamId), chunk.fnArray.length * 32 + bytesOf(chunk.argsArray));
    } else if (action === 'obj' && Array.isArray(data)) this.#take(data[1], bytesOf(data[3]));
    // What several pages share stays as long as the document.
    else if (action === 'commonobj' && Array.isArray(data)) this.#budget.take(bytesOf(data[2]));
  }

  #take(page: unknown, bytes: number): void {
    this.#budget.take(bytes);
    this.#pages.set(page, (this.#pages.get(page) ?? 0) + bytes);
  }
}

/** About how many bytes a value takes where it is sent to. */
function bytesOf(value: unknown, depth = 4): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength + 64;
  if (isBitmap(value)) return value.width * value.height * 4;
  if (depth === 0) return 64;
  let bytes = 32;
  for (const part of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    bytes += bytesOf(part, depth - 1);
  return bytes;
}

const isBitmap = (value: object): value is ImageBitmap =>
  typeof ImageBitmap !== 'undefined' && value instanceof ImageBitmap;
