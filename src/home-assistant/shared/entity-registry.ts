import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { type Rename, renameIn } from "../../model/bindings/rename-entities.ts";
import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { parsedIn } from "../upstream/message.ts";
import type { Fields, LongReadConnection } from "./shared-connection.ts";
import { notUnderstood } from "./shared-connection.ts";
import type { SharedHomeAssistant } from "./shared-home-assistant.ts";

/** Ids of the registry's entries, which outlive renames, by the ids of their entities. */
export type RegistryEntries = ReadonlyMap<string, string>;

// Entries have had ids since Home Assistant 2022.
const entryCodec = t.intersection([t.type({ entity_id: t.string }), t.partial({ id: t.string })]);
const listCodec = t.readonlyArray(entryCodec);
const entriesCodec = t.record(t.string, t.union([entryCodec, t.null]));

/** Notices of the registry. */
export interface RegistryListener {
  /** The connection is open, at first or again: anything may have changed. */
  readonly opened: () => void;
  readonly renamed: (rename: Rename) => void;
}

/** Home Assistant's registry of entities, as far as it tells which entity is which. */
export class EntityRegistry {
  readonly #homeAssistant: SharedHomeAssistant;
  readonly #connection: Pick<LongReadConnection, "text">;
  readonly #levels: number;

  /** `levels` is the nesting limit for parsing answers. */
  constructor(
    homeAssistant: SharedHomeAssistant,
    connection: Pick<LongReadConnection, "text">,
    levels: number,
  ) {
    this.#homeAssistant = homeAssistant;
    this.#connection = connection;
    this.#levels = levels;
  }

  /** All entries. */
  readonly list: TaskEither<CommandError, RegistryEntries> = () =>
    this.#read("config/entity_registry/list", {}, listCodec, (list) => list);

  /** The entries of some entities, as far as they have one. */
  entriesOf(entities: readonly string[]): TaskEither<CommandError, RegistryEntries> {
    const fields = { entity_ids: entities };
    return () =>
      this.#read("config/entity_registry/get_entries", fields, entriesCodec, (entries) =>
        Object.values(entries).filter((entry) => entry !== null),
      );
  }

  /** Reports connections and renames; the returned function ends that. */
  follow({ opened, renamed }: RegistryListener): () => void {
    const { connection } = this.#homeAssistant;
    const screen = {
      emit: (event: JsonText) => {
        const rename = this.#renameIn(event);
        if (rename !== undefined) renamed(rename);
      },
      hasRoom: () => true,
      whenRoom: () => undefined,
    };
    let listening: Either<CommandError, () => void> | undefined;
    const begin = connection.boundary("renamed entities could not be followed", async () => {
      // It is renewed with the connection.
      if (listening === undefined || isLeft(listening))
        listening = await this.#homeAssistant.listen("entity_registry_updated", screen)();
      opened();
    });
    const leave = connection.use({ connected: begin });
    return () => {
      leave();
      if (listening !== undefined && !isLeft(listening)) listening.right();
    };
  }

  #renameIn(event: JsonText): Rename | undefined {
    return renameIn(parsedIn(Buffer.concat(event, bytesOf(event)), this.#levels));
  }

  async #read<A>(
    type: string,
    fields: Fields,
    codec: t.Type<A, unknown>,
    entriesIn: (answer: A) => readonly t.TypeOf<typeof entryCodec>[],
  ): Promise<Either<CommandError, RegistryEntries>> {
    const text = await this.#connection.text(type, fields)();
    if (isLeft(text)) return text;
    const read = codec.decode(parsedIn(Buffer.concat(text.right), this.#levels));
    if (isLeft(read)) return notUnderstood;
    return map((entries: ReturnType<typeof entriesIn>): RegistryEntries => {
      const found = entries.flatMap(({ entity_id, id }): readonly [string, string][] =>
        id === undefined ? [] : [[entity_id, id]],
      );
      return new Map(found);
    })(right(entriesIn(read.right)));
  }
}
