import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { findRevision, storedPlans } from "../plan/state.ts";
import type { Home } from "../backup/home.ts";
import { anyObject } from "../model/codec.ts";
import { iconFolder, exportModule } from "../server/paths.ts";

/** The stored JSON of a plan, the newest unless a revision is named. Left: why there is none. */
export const storedJson = async (
  home: Home,
  rev: number | undefined,
): Promise<Either<string, string>> => {
  const state = await home.readState();
  if (isLeft(state)) return state;
  const { current } = state.right;
  if (current === undefined) return left("no plan is stored yet");
  const found = rev === undefined ? current : findRevision(state.right, rev);
  if (found !== undefined) return right(Buffer.concat(found.json).toString());
  const known = storedPlans(state.right).map((plan) => plan.rev);
  return left(`revision ${rev} is not stored; there are ${known.join(", ")}`);
};

/** A plan without floors has one, without an id. */
interface Floor {
  readonly id: string | undefined;
  readonly name: string;
}

interface DrawnFloors {
  readonly known: readonly Floor[];
  readonly drawn: readonly (Floor & { readonly svg: string })[];
}

/** The options of src/web/renderer/export/main.ts. */
export interface DrawOptions {
  readonly floor: string | undefined;
  readonly scale: number;
  readonly language: string;
  readonly isPlain: boolean;
}

/** The used part of src/web/renderer/export/main.ts, whose types need browser types. */
interface ExportModule {
  readonly drawFloors: (
    json: string,
    options: DrawOptions & { readonly readIcons: (file: string) => Promise<unknown> },
  ) => Promise<DrawnFloors>;
}

const isExportModule = (loaded: unknown): loaded is ExportModule =>
  anyObject.is(loaded) && typeof loaded["drawFloors"] === "function";

const readIcons = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(iconFolder, file), "utf8"));

/** Draws floors of a plan with the browsers' code, loaded on demand. */
export const drawFloors = async (json: string, options: DrawOptions): Promise<DrawnFloors> => {
  const loaded: unknown = createRequire(import.meta.url)(exportModule);
  if (!isExportModule(loaded)) throw new Error(`${exportModule} draws nothing`);
  return loaded.drawFloors(json, { ...options, readIcons });
};
