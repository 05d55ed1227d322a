import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../../wal/index.ts";
import type { Guard } from "../../host/http/bearer.ts";
import type { Route } from "../../host/http/route.ts";
import { backgroundRoute, type ImageLimits, type Images } from "./background-route.ts";
import { ImageKeeper } from "./image-keeper.ts";
import { ImageStore } from "./image-store.ts";
import { localRoute } from "./local-route.ts";

/** What the images need of the service. */
export interface ImageSetup extends Omit<Images, "store" | "keeper"> {
  /** The service's data folder. */
  readonly data: string;
  readonly limits: ImageLimits & {
    /** Milliseconds that a superseded image which no plan ever showed is kept. */
    readonly imageUnusedMs: number;
  };
  readonly forAdministrators: Guard;
}

/** The images of a service: their routes, and the keeper that follows the plan once there is one. */
export interface SetUpImages {
  readonly routes: readonly Route[];
  readonly keeper: ImageKeeper;
}

/** Readies the folders `<data>/www/<domain>` and `<data>/www/.incoming`; the left says why that cannot be. */
export const setUpImages = async ({
  data,
  forAdministrators,
  ...given
}: ImageSetup): Promise<Either<string, SetUpImages>> => {
  const { domain, disk, limits, log } = given;
  const www = join(data, "www");
  const store = new ImageStore(disk, join(www, domain), join(www, ".incoming"));
  try {
    await store.open();
  } catch (error) {
    return left(`the images in ${store.folder} cannot be used: ${messageOf(error)}`);
  }
  const keeper = new ImageKeeper(store, domain, limits.imageUnusedMs, given.turns, log);
  const background = backgroundRoute({ ...given, store, keeper }, forAdministrators);
  const routes = [background, localRoute(domain, store.folder)];
  return right({ routes, keeper });
};
