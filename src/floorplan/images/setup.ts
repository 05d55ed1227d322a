import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { messageOf } from "../../../wal/index.ts";
import type { Guard } from "../../host/http/bearer.ts";
import type { Route } from "../../host/http/route.ts";
import { backgroundRoute, type ImageLimits } from "./background-route.ts";
import type { ImageDisk } from "./image-disk.ts";
import { ImageKeeper } from "./image-keeper.ts";
import { ImageStore } from "./image-store.ts";
import { localRoute } from "./local-route.ts";
import type { LoopTurns } from "../../host/loop-turns.ts";

/** What the images need of the service. */
export interface ImageSetup {
  readonly domain: string;
  readonly disk: ImageDisk;
  /** The service's data folder. */
  readonly data: string;
  readonly limits: ImageLimits & {
    /** Milliseconds that a superseded image which no plan ever showed is kept. */
    readonly imageUnusedMs: number;
  };
  readonly forAdministrators: Guard;
  /** Shared with whatever else has a lot to do. */
  readonly turns: LoopTurns;
  readonly log: Logger;
}

/** The images of a service: their routes, and the keeper that follows the plan once there is one. */
export interface SetUpImages {
  readonly routes: readonly Route[];
  readonly keeper: ImageKeeper;
}

/** Readies the folders `<data>/www/<domain>` and `<data>/www/.incoming`; the left says why that cannot be. */
export const setUpImages = async ({
  domain,
  disk,
  data,
  limits,
  forAdministrators,
  turns,
  log,
}: ImageSetup): Promise<Either<string, SetUpImages>> => {
  const www = join(data, "www");
  const store = new ImageStore(disk, join(www, domain), join(www, ".incoming"));
  try {
    await store.open();
  } catch (error) {
    return left(`the images in ${store.folder} cannot be used: ${messageOf(error)}`);
  }
  const keeper = new ImageKeeper(store, domain, limits.imageUnusedMs, log);
  const images = { domain, disk, store, keeper, turns, limits, log };
  const routes = [backgroundRoute(images, forAdministrators), localRoute(domain, store.folder)];
  return right({ routes, keeper });
};
