import type { Boundary } from "../../boundary.ts";
import type { Guard } from "../../host/http/bearer.ts";
import type { Route } from "../../host/http/route.ts";
import { backgroundRoute, type ImageLimits, type Images } from "../../images/upload-route.ts";
import { ImageCleanup } from "../../images/image-cleanup.ts";
import { localRoute } from "../../images/image-routes.ts";

/** What the images need of the service. */
export interface ImageSetup extends Omit<Images, "keeper"> {
  readonly limits: ImageLimits & {
    /** Milliseconds that a superseded image which no plan ever showed is kept. */
    readonly imageUnusedMs: number;
  };
  readonly forAdministrators: Guard;
  readonly boundary: Boundary;
}

/** The images of a service: their routes, and the keeper that follows the plan once there is one. */
export interface SetUpImages {
  readonly routes: readonly Route[];
  readonly keeper: ImageCleanup;
}

/** Puts together what serves and looks after the images of a store, which is ready. */
export const setUpImages = ({ forAdministrators, boundary, ...given }: ImageSetup): SetUpImages => {
  const { imageUnusedMs: unusedMs } = given.limits;
  const keeper = new ImageCleanup({ ...given, boundary, unusedMs });
  const background = backgroundRoute({ ...given, keeper }, forAdministrators);
  return { routes: [background, localRoute(given.domain, given.store)], keeper };
};
