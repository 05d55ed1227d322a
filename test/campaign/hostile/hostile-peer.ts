import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import { PeerOutcome } from "./peer-outcome.ts";

/** How much of the beginning of what came is kept for `hears`. */
const keptBytes = 8192;

/** A TCP connection of somebody who means no good: it sends what it likes, and reads when it likes. */
export class HostilePeer {
  readonly socket: Socket;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  readonly heard = new PeerOutcome();
  #kept = "";
  #hasLeft = false;
  #isStranger = false;
  #fault = "";
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.heard.push(chunk);
      if (this.#kept.length < keptBytes) this.#kept += chunk.toString("latin1");
      this.#wake?.();
    });
    this.closed = new Promise((resolve) => {
      socket.on("close", () => {
        this.#wake?.();
        resolve();
      });
    });
  }

  /** Connects from a local address; the error's code where that cannot be. */
  static connect(port: number, from: string): Promise<HostilePeer | string> {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });
    const peer = new HostilePeer(socket);
    return new Promise((resolve) => {
      socket.once("connect", () => resolve(peer));
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    });
  }

  /** Sends bytes, as far as the connection is still there. */
  send(...pieces: readonly (string | Uint8Array)[]): void {
    for (const piece of pieces) if (this.socket.writable) this.socket.write(piece);
  }

  /** Upgrades, with headers of its own, and sends an auth message, and resolves with whether it was taken. */
  async login(token: string, headers: readonly string[] = []): Promise<boolean> {
    this.#isStranger = true;
    this.send(upgradeRequest("/api/websocket", headers));
    if (!(await this.hears("auth_required"))) return false;
    this.send(rawFrame(opcodes.text, JSON.stringify({ type: "auth", access_token: token })));
    this.#isStranger = !(await this.hears("auth_ok"));
    return !this.#isStranger;
  }

  /** Notes what the service must not have done, as a part of how the connection ended. */
  blames(fault: string): void {
    this.#fault = fault;
  }

  /** Whether a text comes among the first that comes, before the connection ends. */
  async hears(text: string): Promise<boolean> {
    while (!this.#kept.includes(text)) {
      if (this.socket.destroyed || this.#kept.length >= keptBytes) return false;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return true;
  }

  /** Reads nothing for so long, or until the connection is gone; afterwards what the system had taken by then. */
  async readNothing(ms: number): Promise<void> {
    this.socket.pause();
    await this.stays(ms);
    this.socket.resume();
  }

  /**
   * Reads nothing until the service has ended the connection, and blames it where it has not within `maxMs`. A peer that
   * does not read learns of the end only by sending, so it sends something harmless every `everyMs`: by default an empty
   * line in front of an HTTP request, which a server ignores (RFC 9112, 2.2).
   */
  async readNothingUntilCut(
    everyMs: number,
    maxMs: number,
    sent: string | Uint8Array = "\r\n",
  ): Promise<void> {
    this.socket.pause();
    await this.dribble(sent, everyMs, maxMs);
    this.socket.resume();
  }

  /** Sends a little again and again until the service has ended the connection, and blames it where it has not within `maxMs`. */
  async dribble(sent: string | Uint8Array, everyMs: number, maxMs: number): Promise<void> {
    const until = performance.now() + maxMs;
    while ((await this.stays(everyMs)) && performance.now() < until) this.send(sent);
    if (!this.socket.destroyed) this.blames("is let go on");
  }

  /** Does nothing for so long, or until the connection is gone; whether it is still there. */
  async stays(ms: number): Promise<boolean> {
    const patience = new AbortController();
    const over = sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([over, this.closed]);
    patience.abort();
    return !this.socket.destroyed;
  }

  /** Sends no more, and reads until the service ends the connection as well. */
  finish(): void {
    this.socket.end();
  }

  /** Leaves with a FIN and without a word, as a process that ends. */
  leave(): void {
    this.#hasLeft = true;
    this.socket.destroy();
  }

  /** Leaves with a RST. */
  reset(): void {
    this.#hasLeft = true;
    this.socket.resetAndDestroy();
  }

  /**
   * How the connection ended, once it has: the statuses and the close code that came, `cut` where
   * there was no word, `left` where the peer itself did; and behind a `but` what should not have
   * been: that it stayed for `patienceMs`, which ends it as well, that a login was not taken, or
   * what the peer blames the service for.
   */
  async ending(patienceMs: number): Promise<string> {
    const hasStayed = await this.stays(patienceMs);
    const hasLeft = this.#hasLeft;
    if (hasStayed) this.reset();
    const { statuses, closeCode } = this.heard;
    const told = closeCode === undefined ? statuses.join("+") : String(closeCode);
    // A websocket that ends without a close frame was cut, as was who was told nothing.
    const isCut = !hasStayed && (told === "" || told.endsWith("101"));
    const how = hasLeft ? "left" : `${told} ${isCut ? "cut" : ""}`.trim();
    const faults = [hasStayed ? "stays" : "", this.#isStranger ? "is not let in" : "", this.#fault];
    return [how, ...faults.filter((fault) => fault !== "")].join(" but ").trim();
  }
}
