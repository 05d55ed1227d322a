#!/usr/bin/env -S node --import tsx
/**
 * Firefox as Playwright starts it: passes on the arguments and the WebDriver BiDi messages. Firefox ESR lacks the
 * command that emulates media features, without which Playwright opens no page, so this program answers it.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { WebSocket, WebSocketServer } from "ws";
import { firefoxPath } from "./programs.ts";

const mediaCommand = t.type({
  id: t.number,
  method: t.literal("emulation.setMediaFeaturesOverride"),
});

const firefox = spawn(firefoxPath() ?? "firefox-esr", process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
});

/** Passes messages between Playwright and Firefox, except for that command. */
const passOn = (client: WebSocket, address: string): void => {
  const upstream = new WebSocket(address, { perMessageDeflate: false });
  client.pause();
  upstream.on("open", () => client.resume());
  client.on("message", (data: Buffer) => {
    const text = data.toString();
    const command = mediaCommand.decode(JSON.parse(text));
    if (isRight(command))
      client.send(JSON.stringify({ type: "success", id: command.right.id, result: {} }));
    else upstream.send(text);
  });
  upstream.on("message", (data: Buffer) => client.send(data.toString()));
  for (const socket of [client, upstream])
    socket
      .on("error", () => undefined)
      .on("close", () => {
        client.terminate();
        upstream.terminate();
      });
};

createInterface(firefox.stderr).on("line", (line) => {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  if (address === undefined) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (client, { url = "" }) => passOn(client, address + url));
  server.on("listening", () => {
    const bound = server.address();
    if (bound !== null && typeof bound === "object")
      process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${bound.port}\n`);
  });
});

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => void firefox.kill(signal));
firefox.on("exit", (code) => process.exit(code ?? 1));
