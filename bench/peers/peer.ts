import * as t from "io-ts";
import { answerParent, microseconds } from "../processes/child.ts";

/** The name of the only document. */
export const documentName = "plan";

/** An editor of one document, which moves a lamp of the plan. */
export interface PlanEditor {
  /** By which others find the document. */
  readonly document: string;
  /** Moves the lamp; resolves when that is acknowledged. */
  readonly move: (x: number) => Promise<void>;
  /** Where the lamp is. */
  readonly x: () => Promise<number>;
  /** Closes the connection, and forgets the document. */
  readonly leave: () => Promise<void>;
}

/** Where an editor connects; with a plan it stores that first. */
export interface Destination {
  readonly port: number;
  readonly token: string | undefined;
  readonly document: string | undefined;
  readonly plan: string | undefined;
}

/** A running server that stores documents. */
export interface PeerServer {
  readonly port: number;
  /** Waits until everything so far is stored. */
  readonly settle: () => Promise<void>;
}

/** What a viewer sends first, and how many messages it is sent before the first edit. */
export interface Hello {
  readonly frames: readonly Uint8Array[];
  readonly greetings: number;
}

/** Another project's server and client. */
export interface Peer {
  /** `onStored` is called whenever an edit has been stored. */
  readonly serve: (folder: string, onStored: () => void) => Promise<PeerServer>;
  readonly connect: (destination: Destination) => Promise<PlanEditor>;
  /** For viewers that count messages and read nothing else. */
  readonly hello?: () => Promise<Hello>;
  /** For a protocol in which a viewer has to answer: connects viewers. */
  readonly watch?: (port: number, document: string, many: number) => Promise<void>;
  /** Resolves when all viewers have the next edit: the times of the first and the last, and the bytes that all received. */
  readonly next?: () => Promise<{
    readonly first: number;
    readonly last: number;
    readonly bytes: number;
  }>;
}

const optional = t.union([t.string, t.undefined]);

/** Questions to an editor. */
const editorQuestion = t.union([
  t.intersection([
    t.type({ do: t.literal("connect"), port: t.number }),
    t.partial({ token: optional, document: optional, plan: optional }),
  ]),
  /** Moves the lamp to each of these places, one after another: when each was sent, and how long it took. */
  t.type({ do: t.literal("move"), to: t.array(t.number) }),
  t.type({ do: t.literal("x") }),
  t.type({ do: t.literal("leave") }),
]);

type EditorQuestion = t.TypeOf<typeof editorQuestion>;

/** Edits: when each was sent, and how long its acknowledgement took, in microseconds. */
export const movesCodec = t.array(t.type({ sent: t.number, took: t.number }));

/** The document that an editor works on. */
export const documentCodec = t.type({ document: t.string });

/** The first messages of a viewer in base64, and how many it is sent before the first edit. */
export const helloCodec = t.type({ hello: t.array(t.string), greetings: t.number });

/** Answers questions to an editor. */
const editorAnswers = (connect: Peer["connect"]) => {
  let editor: PlanEditor | undefined;
  const connected = (): PlanEditor => {
    if (editor === undefined) throw new Error("connect first");
    return editor;
  };
  return async (asked: EditorQuestion): Promise<unknown> => {
    switch (asked.do) {
      case "connect": {
        const { port, token, document, plan } = asked;
        editor = await connect({ port, token, document, plan });
        return { document: editor.document };
      }
      case "move": {
        const moves: { sent: number; took: number }[] = [];
        for (const x of asked.to) {
          const sent = microseconds();
          await connected().move(x);
          moves.push({ sent, took: microseconds() - sent });
        }
        return moves;
      }
      case "x":
        return connected().x();
      case "leave":
        await connected().leave();
        editor = undefined;
        return {};
    }
  };
};

/** In a child: answers questions to an editor alone. */
export const answerAsEditor = (connect: Peer["connect"]): void =>
  answerParent(editorQuestion, editorAnswers(connect));

const serverQuestion = t.union([
  t.type({ do: t.literal("serve"), folder: t.string }),
  t.type({ do: t.literal("settle") }),
  /** When the first edit since a time was stored. */
  t.type({ do: t.literal("stored"), since: t.number }),
  t.type({ do: t.literal("hello") }),
  t.type({ do: t.literal("watch"), port: t.number, document: t.string, many: t.number }),
  t.type({ do: t.literal("next") }),
]);

/** In a child: answers questions to a peer, which is a server, an editor or many viewers there. */
export const answerAsPeer = (peer: Peer): void => {
  const answerEditor = editorAnswers(peer.connect);
  let server: PeerServer | undefined;
  let storedAt = 0;
  let onStored: (() => void) | undefined;
  const storedSince = (since: number): Promise<number> =>
    new Promise((resolve) => {
      onStored = () => {
        if (storedAt >= since) resolve(storedAt);
      };
      onStored();
    });
  answerParent(t.union([serverQuestion, editorQuestion]), async (asked) => {
    switch (asked.do) {
      case "serve":
        server = await peer.serve(asked.folder, () => {
          storedAt = microseconds();
          onStored?.();
        });
        return { port: server.port };
      case "settle":
        await server?.settle();
        return {};
      case "stored":
        return storedSince(asked.since);
      case "hello": {
        const { frames, greetings } = (await peer.hello?.()) ?? { frames: [], greetings: 0 };
        return { hello: frames.map((each) => Buffer.from(each).toString("base64")), greetings };
      }
      case "watch":
        await peer.watch?.(asked.port, asked.document, asked.many);
        return {};
      case "next":
        return peer.next?.();
      case "connect":
      case "move":
      case "x":
      case "leave":
        return answerEditor(asked);
    }
  });
};
