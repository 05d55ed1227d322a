import type { Tag } from "./drawing-text.ts";

/** An entity, or another part of a drawing, with its tags. */
export interface DxfRecord {
  readonly type: string;
  readonly tags: readonly Tag[];
}

/** The parts of a drawing that an import reads. */
export interface Drawing {
  readonly header: ReadonlyMap<string, string>;
  readonly entities: readonly DxfRecord[];
  /** Names of layers that are off or frozen, in capitals. */
  readonly hiddenLayers: ReadonlySet<string>;
  readonly blocks: ReadonlyMap<string, readonly DxfRecord[]>;
}

/** The first value under a code. */
export const valueOf = ({ tags }: DxfRecord, code: number): string | undefined =>
  tags.find(([each]) => each === code)?.[1].trim();

/** All values under a code, in order. */
export const valuesOf = ({ tags }: DxfRecord, code: number): readonly string[] =>
  tags.flatMap(([each, value]) => (each === code ? [value] : []));

/** The records of tags: each begins with code 0. */
const recordsOf = (tags: readonly Tag[]): readonly DxfRecord[] => {
  const records: { type: string; tags: Tag[] }[] = [];
  for (const tag of tags)
    if (tag[0] === 0) records.push({ type: tag[1].trim(), tags: [] });
    else records.at(-1)?.tags.push(tag);
  return records;
};

const headerOf = (tags: readonly Tag[]): ReadonlyMap<string, string> => {
  const header = new Map<string, string>();
  tags.forEach(([code, value], at) => {
    if (code === 9) header.set(value.trim(), tags[at + 1]?.[1].trim() ?? "");
  });
  return header;
};

const blocksOf = (records: readonly DxfRecord[]): ReadonlyMap<string, readonly DxfRecord[]> => {
  const blocks = new Map<string, DxfRecord[]>();
  let current: DxfRecord[] | undefined;
  for (const record of records)
    if (record.type === "BLOCK") {
      current = [record];
      blocks.set((valueOf(record, 2) ?? "").toUpperCase(), current);
    } else if (record.type === "ENDBLK") current = undefined;
    else current?.push(record);
  return blocks;
};

const isHidden = (layer: DxfRecord): boolean =>
  Number(valueOf(layer, 70) ?? 0) % 2 === 1 || Number(valueOf(layer, 62) ?? 7) < 0;

const hiddenLayersOf = (records: readonly DxfRecord[]): ReadonlySet<string> =>
  new Set(
    records
      .filter((record) => record.type === "LAYER" && isHidden(record))
      .map((layer) => (valueOf(layer, 2) ?? "").toUpperCase()),
  );

/** The parts of a drawing, by its sections. */
export const drawingOf = (tags: readonly Tag[]): Drawing => {
  const sections = new Map<string, readonly Tag[]>();
  let start: number | undefined;
  let name = "";
  tags.forEach(([code, value], at) => {
    if (code === 0 && value.trim() === "SECTION") {
      name = tags[at + 1]?.[1].trim() ?? "";
      start = at + 2;
    } else if (code === 0 && value.trim() === "ENDSEC" && start !== undefined) {
      sections.set(name, tags.slice(start, at));
      start = undefined;
    }
  });
  return {
    header: headerOf(sections.get("HEADER") ?? []),
    // What is on the paper are views of the same, title blocks and notes.
    entities: recordsOf(sections.get("ENTITIES") ?? []).filter(
      (record) => valueOf(record, 67) !== "1",
    ),
    hiddenLayers: hiddenLayersOf(recordsOf(sections.get("TABLES") ?? [])),
    blocks: blocksOf(recordsOf(sections.get("BLOCKS") ?? [])),
  };
};
