import * as t from "io-ts";
import type { DocumentKind, StoredDocument } from "./stored-document.ts";

const registryIdsCodec = t.readonly(
  t.type({
    version: t.literal(1),
    /** The id of an entry in Home Assistant's registry, which outlives renames, by the id of its entity. */
    ids: t.readonly(t.record(t.string, t.string)),
  }),
);

type RegistryIds = t.TypeOf<typeof registryIdsCodec>;

/** Which entries of Home Assistant's registry the plan's entities were, to find them again under new ids. */
export type RegistryIdsDocument = StoredDocument<RegistryIds>;

export const registryIdsKind: DocumentKind<RegistryIds> = {
  name: "registry-ids",
  codec: registryIdsCodec,
  empty: { version: 1, ids: {} },
};
