import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { refuseOn } from "../server/http/http-connection.ts";
import type { Upgrade } from "../server/http/http-server.ts";
import {
  discardBody,
  isFor,
  respondJson,
  type Route,
  type Router,
  urlOf,
} from "../server/http/routes.ts";
import type { UpgradeEndpoint } from "../server/websocket/upgrade.ts";
import type { FindHome } from "./home-place.ts";
import type { Closable, Waker, WakeRefusal } from "./waker.ts";

/** A home as requests need it. */
export interface AwakeHome extends Closable {
  readonly router: Router;
  readonly endpoint: UpgradeEndpoint;
}

interface RouterParts {
  readonly find: FindHome;
  readonly waker: Pick<Waker<AwakeHome>, "use">;
  /** The browsers' files: the same for all homes, so that none wakes for them. */
  readonly pages: readonly Route[];
  readonly pageRouter: Router;
  /** Answers what is for no home. */
  readonly others: Router;
  readonly ratedLog: RatedLog;
}

const answerOf = ({ kind, message }: WakeRefusal): Readonly<Record<string, unknown>> =>
  kind === "overloaded"
    ? { code: "overloaded", message }
    : { message: `this home cannot be opened: ${message}` };

/** Hands requests and websockets to the homes that they are for, which wake for them. */
export class HomesRouter {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  readonly route: Router = async (request, response) => {
    const { find, waker, pages, pageRouter, others, ratedLog } = this.#parts;
    const place = find(request);
    if (place === undefined) return others(request, response);
    if (place.target === undefined) return withSlash(request, response, place.id);
    request.url = place.target;
    const path = urlOf(request)?.pathname ?? "";
    if (pages.some((page) => isFor(page, path))) return pageRouter(request, response);
    const used = await waker.use(place.id, () => request.socket.destroyed);
    if (isLeft(used)) {
      if (used.left.kind === "overloaded") response.setHeader("Retry-After", "1");
      respondJson(response, 503, answerOf(used.left));
      return discardBody(request);
    }
    const { home, release } = used.right;
    if (response.destroyed || response.closed) return release();
    response.once("close", ratedLog.boundary("a home's request could not be ended", release));
    return home.router(request, response);
  };

  /** What takes a websocket at the request's address. */
  readonly upgradeOf = (request: IncomingMessage): Upgrade | undefined => {
    const { find, ratedLog } = this.#parts;
    const place = find(request);
    if (place?.target === undefined) return undefined;
    const { id, target } = place;
    return (asked, socket, head) => {
      const open = ratedLog.boundary(
        "a websocket could not be handed to its home",
        () => this.#upgrade(id, target, asked, socket, head),
        () => socket.destroy(),
      );
      open();
      return undefined;
    };
  };

  async #upgrade(
    id: string,
    target: string,
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
  ): Promise<void> {
    // Node.js reads from it no more, and would not notice that the peer leaves; what arrives is kept.
    socket.read(0);
    const hasLeft = (): boolean => socket.destroyed || socket.readableEnded;
    const used = await this.#parts.waker.use(id, hasLeft);
    if (isLeft(used)) return refuseOn(socket, 503, String(answerOf(used.left)["message"]));
    const { home, release } = used.right;
    if (socket.destroyed) return release();
    const { boundary } = this.#parts.ratedLog;
    socket.once("close", boundary("a home's websocket could not be ended", release));
    request.url = target;
    if (urlOf(request)?.pathname !== home.endpoint.path)
      return refuseOn(socket, 404, "no websocket at this path");
    const refused = home.endpoint.upgrade(request, socket, head);
    if (refused !== undefined) refuseOn(socket, refused.status, refused.message);
  }
}

/** A relative link on a page below `/h/home` would lead to another home. */
const withSlash = (request: IncomingMessage, response: ServerResponse, id: string): void => {
  const { search } = new URL(request.url ?? "", "http://home");
  response.writeHead(308, { Location: `./${id}/${search}`, "Content-Length": 0 }).end();
  discardBody(request);
};
