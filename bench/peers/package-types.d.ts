/** What the benchmark uses of the peers' packages, which are no dependencies of the project: see `packages.ts`. */

declare module "yjs" {
  /** A document that merges concurrent changes. */
  export class Doc {
    getMap(name: string): Map;
    transact(work: () => void): void;
    on(event: "update", listener: (update: Uint8Array, origin: unknown) => void): void;
    destroy(): void;
  }
  /** A map in a document. */
  export class Map {
    constructor(entries?: Iterable<readonly [string, unknown]>);
    get(key: string): unknown;
    set(key: string, value: unknown): void;
  }
  /** A list in a document. */
  export class Array {
    static from(items: readonly unknown[]): Array;
    get(position: number): unknown;
  }
  export const encodeStateAsUpdate: (doc: Doc, stateVector?: Uint8Array) => Uint8Array;
  export const encodeStateVector: (doc: Doc) => Uint8Array;
  export const applyUpdate: (doc: Doc, update: Uint8Array, origin?: unknown) => void;
}

declare module "@hocuspocus/server" {
  /** The server of documents. */
  export class Server {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly quiet: boolean;
      readonly stopOnSignals: boolean;
      readonly timeout: number;
      readonly extensions: readonly unknown[];
      readonly afterStoreDocument: () => Promise<void>;
    });
    readonly address: { readonly port: number };
    readonly hocuspocus: {
      readonly debouncer: { readonly isDebounced: (id: string) => boolean };
      readonly flushPendingStores: () => void;
    };
    listen(): Promise<unknown>;
  }
}

declare module "@hocuspocus/extension-sqlite" {
  /** Stores documents in SQLite. */
  export const SQLite: new (options: { readonly database: string }) => object;
}

declare module "@hocuspocus/provider" {
  import type { Doc } from "yjs";
  /** The client of one document. */
  export class HocuspocusProvider {
    constructor(options: {
      readonly url: string;
      readonly name: string;
      readonly document: Doc;
      readonly awareness: null;
      readonly WebSocketPolyfill: unknown;
      readonly messageReconnectTimeout: number;
    });
    readonly isSynced: boolean;
    readonly hasUnsyncedChanges: boolean;
    on(event: "unsyncedChanges", listener: (changes: { readonly number: number }) => void): void;
    destroy(): void;
  }
}

declare module "y-websocket/bin/utils" {
  import type { IncomingMessage } from "node:http";
  /** Serves the document `docName` to a connection. */
  export const setupWSConnection: (
    connection: unknown,
    request: IncomingMessage | undefined,
    options: { readonly docName: string },
  ) => void;
  /** The store that `YPERSISTENCE` chooses. */
  export const getPersistence: () => {
    readonly provider: {
      storeUpdate: (document: string, update: Uint8Array) => Promise<unknown>;
      readonly getMeta: (document: string, key: string) => Promise<unknown>;
    };
  } | null;
}

declare module "@automerge/automerge-repo" {
  /** A document, and what is known of it at other peers. */
  export interface DocHandle<Doc> {
    readonly url: string;
    doc(): Doc;
    heads(): readonly string[];
    change(work: (doc: Doc) => void): void;
    on(
      event: "remote-heads",
      listener: (remote: { readonly heads: readonly string[] }) => void,
    ): void;
  }
  /** Documents with a store and a network. */
  export class Repo {
    constructor(options: {
      readonly network: readonly unknown[];
      readonly storage?: unknown;
      readonly sharePolicy?: () => Promise<boolean>;
    });
    create<Doc>(initial: Doc): DocHandle<Doc>;
    find<Doc>(url: string): Promise<DocHandle<Doc>>;
    flush(): Promise<void>;
    shutdown(): Promise<void>;
    readonly networkSubsystem: {
      once(event: "peer", listener: (peer: unknown) => void): void;
    };
  }
  export const parseAutomergeUrl: (url: string) => { readonly documentId: string };
  /** The form of messages between peers. */
  export const cbor: {
    readonly encode: (message: unknown) => Buffer;
    readonly decode: (bytes: Uint8Array) => unknown;
  };
}

declare module "@automerge/automerge" {
  /** What a peer tells about its document. */
  interface SyncMessage {
    readonly heads: readonly string[];
    readonly need: readonly string[];
    readonly have: readonly { readonly lastSync: readonly string[]; readonly bloom: Uint8Array }[];
    readonly changes: readonly Uint8Array[];
  }
  export const encodeSyncMessage: (message: SyncMessage) => Uint8Array;
  export const decodeSyncMessage: (bytes: Uint8Array) => SyncMessage;
}

declare module "@automerge/automerge-repo-network-websocket" {
  /** The server's end of connections. */
  export const WebSocketServerAdapter: new (server: unknown) => object;
  /** The client's end of a connection. */
  export const WebSocketClientAdapter: new (url: string) => object;
}

declare module "@automerge/automerge-repo-storage-nodefs" {
  /** Stores documents in files. */
  export class NodeFSStorageAdapter {
    constructor(folder: string);
    save(key: readonly string[], bytes: Uint8Array): Promise<void>;
  }
}

declare module "better-sqlite3" {
  /** A database file. */
  export default class Database {
    constructor(path: string);
    pragma(text: string): unknown;
    exec(sql: string): void;
    prepare(sql: string): {
      run(...values: readonly unknown[]): unknown;
      get(...values: readonly unknown[]): unknown;
      all(...values: readonly unknown[]): readonly unknown[];
    };
  }
}
