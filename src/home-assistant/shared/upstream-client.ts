import { chainW, type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { unexpectedError } from "../../server/runtime/boundary.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import { endSubscription, type RequestFailure, request, resultIn } from "../upstream/request.ts";
import {
  homeAssistantProblem,
  longestPauseAfter,
  unavailable,
  wordsFor,
} from "../upstream/status.ts";
import { readPicture } from "../upstream/picture.ts";
import type { HomeAssistantSettings } from "../upstream/handshake.ts";
import type { UpstreamConnection } from "../upstream/connection.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import type { UpstreamMessage } from "../upstream/message.ts";
import {
  type Fields,
  type HomeAssistantClient,
  HomeAssistantEvent,
  type LongAnswerConnection,
  notUnderstood,
  noToken,
  type ScreenUpstream,
} from "./shared-connection.ts";

/** The time for a command, and its error after that. */
interface Deadline {
  readonly ms: number;
  readonly message: string;
}

/** Commands over a connection to Home Assistant, each with a deadline. */
export class UpstreamClient implements HomeAssistantClient, LongAnswerConnection {
  readonly #connection: UpstreamConnection;
  readonly #settings: HomeAssistantSettings;
  readonly #soon: Deadline;

  constructor(connection: UpstreamConnection, settings: HomeAssistantSettings) {
    this.#connection = connection;
    this.#settings = settings;
    const { homeAssistant, homeAssistantMs: ms } = settings;
    this.#soon = { ms, message: wordsFor(homeAssistantProblem.slow(homeAssistant, ms)) };
  }

  readonly command: HomeAssistantClient["command"] = (type, fields) => () =>
    this.#command(type, fields, this.#soon);

  readonly call: HomeAssistantClient["call"] = (fields) => () => {
    const { callMs: ms } = this.#settings;
    const message = `the action was sent to Home Assistant, which has not confirmed it in ${ms} ms (call-ms): it may have been done, or may be done later`;
    return this.#command("call_service", fields, { ms, message });
  };

  readonly subscribe: HomeAssistantClient["subscribe"] = (type, fields, onEvent) => async () => {
    const answer = await this.#ask(type, fields, this.#soon, (event) => {
      // Copied: the newest event is kept, and would keep everything that was received with it.
      const json = Buffer.from(event.textOf("event") ?? "null");
      onEvent(new HomeAssistantEvent(json, this.#settings.messageDepth));
    });
    if (isLeft(answer)) return answer;
    const { id } = answer.right;
    const end = (): void => endSubscription(this.#connection, id);
    return map(() => end)(this.#resultIn(answer.right));
  };

  readonly text: LongAnswerConnection["text"] = (type, fields) => async () => {
    const message = await this.#ask(type, fields, this.#soon);
    if (isLeft(message)) return message;
    if (!message.right.isSuccess) return chainW(() => notUnderstood)(this.#resultIn(message.right));
    const text = message.right.textOf("result");
    return text === undefined ? notUnderstood : right([text]);
  };

  readonly isOpen = (): boolean => this.#connection.isOpen;

  readonly close = (): void => this.#connection.close();

  async #command(
    type: string,
    fields: Fields,
    deadline: Deadline,
  ): Promise<Either<CommandError, unknown>> {
    const answer = await this.#ask(type, fields, deadline);
    return isLeft(answer) ? answer : this.#resultIn(answer.right);
  }

  #resultIn(message: UpstreamMessage): Either<CommandError, unknown> {
    return resultIn(message, this.#settings.messageDepth);
  }

  /** Sends a command; `onEvent` gets the events after its result. */
  async #ask(
    type: string,
    fields: Fields,
    { ms, message: late }: Deadline,
    onEvent?: (event: UpstreamMessage) => void,
  ): Promise<Either<CommandError, UpstreamMessage>> {
    const write = (id: number): JsonText => [Buffer.from(JSON.stringify({ ...fields, id, type }))];
    const answer = await request(this.#connection, write, ms, onEvent);
    return mapLeft((noAnswer: RequestFailure): CommandError => {
      switch (noAnswer.kind) {
        case "late":
          return { code: "timeout", message: late };
        case "failed":
          return { code: "unknown_error", message: unexpectedError };
        case "lost":
          return unavailable(wordsFor(noAnswer.why));
        case "not-sent":
          return noAnswer.error;
      }
    })(answer);
  }
}

/** Home Assistant as screens reach it: over connections that log in with the service's own token. */
export const screenUpstream = ({
  context: { settings },
  own,
}: Pick<HomeAssistant, "context" | "own">): ScreenUpstream => ({
  hasToken: own.isPossible,
  longestPauseMs: settings.homeAssistantPauseMs,
  connect: async () => {
    if (!own.isPossible) return left({ reason: noToken });
    const connected = await own.connect();
    if (isLeft(connected)) {
      // Screens may be strangers' as well; the log has all of it.
      const reason = wordsFor(connected.left);
      return left({ reason, longestPauseMs: longestPauseAfter(connected.left, settings) });
    }
    const client = new UpstreamClient(connected.right, settings);
    const closed = connected.right.closed.then(wordsFor);
    return right({ client, closed, close: client.close });
  },
  picture: async (entity) => {
    const { token } = own;
    return isLeft(token) ? left(unavailable(noToken)) : readPicture(settings, token.right, entity);
  },
});
