import {
  CallCredentials,
  type ChannelOptions,
  Client,
  type ClientDuplexStream,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../../server/runtime/boundary.ts";
import { type Failure, failureOf } from "./failure.ts";
import type { Method } from "./methods.ts";

/** Certificates in PEM: the members' authority, and this client's own. */
export interface Tls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Options of a request. */
interface RequestOptions {
  /** Milliseconds until the answer is due. */
  readonly ms: number;
  readonly token?: string | undefined;
  /** Otherwise a member without a leader refuses at once. */
  readonly leaderless?: boolean;
}

interface RequestState {
  readonly isSent: boolean;
}

const settings: ChannelOptions = {
  // Only the caller knows whether a request may be repeated.
  "grpc.enable_retries": 0,
  "grpc.service_config_disable_resolution": 1,
  "grpc.enable_http_proxy": 0,
  // Otherwise all channels of a process share a connection.
  "grpc.use_local_subchannel_pool": 1,
  // Messages are as large as etcd's operator allows, and watches send more at once.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Two of etcd's largest answers without waiting for a window update.
  "grpc-node.flow_control_window": 4 * 1024 * 1024,
  // etcd closes connections with more than one ping per 5 s.
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5000,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.min_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1000,
};

/** How long a connection may take before another member is asked. */
const connectMs = 2000;

/** A TLS alert (RFC 8446, 6.2) in OpenSSL's words, between two places in its code. */
const alertIn = /\w+:error:\w+:SSL routines:[^:]*:([^:]*):[^\n]*\n? ?/;

const meaningOf = (alert: string): string => {
  if (alert.endsWith("certificate required"))
    return "it requires a client certificate, and got none ";
  if (alert.endsWith("unknown ca"))
    return "it does not trust the authority of the client certificate ";
  return `${alert} `;
};

/** Removes gRPC's wording around the reason for a failed connection or a missed deadline. */
const shortened = (reason: string): string =>
  reason
    .replace(/^Deadline exceeded after .*$/s, "no answer in time")
    .replace(
      /^No connection established\. Last error: (?:Error(?: \[\w+\])?: )?/,
      "no connection: ",
    )
    .replace(/\.? Resolution note:.*$/s, "")
    .replace(alertIn, (_text, alert: string) => meaningOf(alert));

/** One member, on a connection of its own, which is opened when needed. */
export class MemberChannel {
  readonly url: string;
  readonly #client: Client;
  readonly #calls = new Set<ClientUnaryCall>();
  #closed = false;

  constructor(url: string, tls: Tls | undefined) {
    this.url = url;
    const { protocol, hostname, port } = new URL(url);
    const secure = protocol === "https:";
    this.#client = new Client(
      `dns:${hostname}:${port === "" ? (secure ? "443" : "80") : port}`,
      secure
        ? credentials.createSsl(tls?.ca ?? null, tls?.key ?? null, tls?.cert ?? null)
        : credentials.createInsecure(),
      settings,
    );
  }

  call<Request, Answer>(
    method: Method<Request, Answer>,
    request: Request,
    sending: RequestOptions,
  ): Promise<Either<Failure, Answer>> {
    if (this.#closed)
      return Promise.resolve(left({ kind: "away", reason: `${this.url}: the client is closed` }));
    const { going, options } = this.#prepare(sending);
    return new Promise((resolve) => {
      const call = this.#client.makeUnaryRequest(
        method.path,
        method.serialize,
        method.deserialize,
        request,
        options,
        (error, answer) => {
          clearTimeout(connecting);
          this.#calls.delete(call);
          const reason = `${this.url} gave neither answer nor error`;
          if (error !== null) resolve(left(this.#failure(error, going)));
          else resolve(answer === undefined ? left({ kind: "unknown", reason }) : right(answer));
        },
      );
      this.#calls.add(call);
      const connecting = setTimeout(() => {
        if (!going.isSent) call.cancel();
      }, connectMs);
    });
  }

  /** A stream of requests and answers, until either side ends it. */
  stream<Request, Answer>(
    method: Method<Request, Answer>,
    token: string | undefined,
    ended: Guarded<[failure: Failure]>,
  ): ClientDuplexStream<Request, Answer> {
    const { going, options } = this.#prepare({ ms: Infinity, token });
    const stream = this.#client.makeBidiStreamRequest(
      method.path,
      method.serialize,
      method.deserialize,
      options,
    );
    stream.on("error", (error: Error | ServiceError) => {
      // An error of the stream itself, such as a message after the end, is not gRPC's and says nothing about what was
      // done.
      const reason = `${this.url}: ${error.message}`;
      ended("details" in error ? this.#failure(error, going) : { kind: "unknown", reason });
    });
    stream.on("end", () => ended({ kind: "unknown", reason: `${this.url} ended the stream` }));
    return stream;
  }

  /** Ends every call; streams are ended by their owners. */
  close(): void {
    this.#closed = true;
    for (const call of this.#calls) call.cancel();
    this.#client.close();
  }

  /** gRPC asks for a call's credentials right before it sends the call, once there is a connection. */
  #prepare({ ms, token, leaderless = false }: RequestOptions): {
    readonly going: RequestState;
    readonly options: { readonly deadline: number; readonly credentials: CallCredentials };
  } {
    const going = { isSent: false };
    const said = new Metadata();
    if (!leaderless) said.set("hasleader", "true");
    if (token !== undefined) said.set("token", token);
    return {
      going,
      options: {
        deadline: Date.now() + ms,
        credentials: CallCredentials.createFromMetadataGenerator((_call, done) => {
          going.isSent = true;
          done(null, said);
        }),
      },
    };
  }

  #failure({ code, details }: ServiceError, { isSent }: RequestState): Failure {
    const failure = failureOf(code, details, isSent);
    const noConnection =
      !isSent && (code === status.CANCELLED || code === status.DEADLINE_EXCEEDED);
    const reason = noConnection ? "no connection in time" : shortened(failure.reason);
    return { ...failure, reason: `${this.url}: ${reason}` };
  }
}
