import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { freePorts } from "../support/free-ports.ts";
import { mayUse } from "../support/programs.ts";

/** By which property an answer of WebDriver names an element (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

const answerCodec = t.type({ value: t.unknown });
const failureCodec = t.type({ error: t.string, message: t.string });
const sessionCodec = t.type({ sessionId: t.string });
const middleCodec = t.type({ x: t.number, y: t.number });
const elementCodec = t.type({ [elementKey]: t.string });

/** How long a page may take for whatever is waited for, in milliseconds. */
const patienceMs = 20_000;

/** Finds what is seen of elements by a selector and a part of their text, in the shadow roots as well. */
const find = `const find = (selector, text, root = document) => {
  for (const element of root.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (element.matches(selector) && element.textContent.includes(text) && box.width > 0) return element;
    const within = element.shadowRoot && find(selector, text, element.shadowRoot);
    if (within) return within;
  }
};`;

/** Sends a command of WebDriver; fails with what the driver says. */
const command = async (
  base: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<unknown> => {
  const response = await fetch(base + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = answerCodec.decode(await response.json());
  assert(isRight(answer), `${method} ${path} has an answer of WebDriver`);
  const { value } = answer.right;
  const failure = failureCodec.decode(value);
  if (isRight(failure)) throw new Error(`${failure.right.error}: ${failure.right.message}`);
  return value;
};

/** A window of WebKit. */
export class WebKitPage {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  /** Opens an address, and waits until it is loaded. */
  async open(url: string): Promise<void> {
    await command(this.#session, "POST", "/url", { url });
  }

  async reload(): Promise<void> {
    await command(this.#session, "POST", "/refresh", {});
  }

  /** Runs the body of a function in the page, and gives what it returns. */
  evaluate(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return command(this.#session, "POST", "/execute/sync", { script, args });
  }

  /** Waits until the body of a function returns something in the page; fails after 20 s. */
  async until(script: string, ...args: readonly unknown[]): Promise<unknown> {
    const looks = `const given = [...arguments];
      const done = given.pop();
      const look = () => {
        const found = (function () { ${script} })(...given);
        if (found) done(found);
        else setTimeout(look, 50);
      };
      look();`;
    return command(this.#session, "POST", "/execute/async", { script: looks, args });
  }

  /** Waits until an element is seen that a selector matches and that holds a text; gives its id. */
  async see(selector: string, text = ""): Promise<string> {
    const found = await this.until(
      `${find} return find(arguments[0], arguments[1]);`,
      selector,
      text,
    ).catch((error: unknown) => {
      throw new Error(`${selector} with "${text}" is not seen`, { cause: error });
    });
    const element = elementCodec.decode(found);
    assert(isRight(element), `${selector} is an element`);
    return element.right[elementKey] ?? "";
  }

  /** Whether nothing like that is seen. */
  async lacks(selector: string, text = ""): Promise<boolean> {
    return (
      (await this.evaluate(`${find} return !find(arguments[0], arguments[1]);`, selector, text)) ===
      true
    );
  }

  /** Clicks the middle of an element, by its place: WebDriver itself clicks nothing that is drawn by SVG. */
  async click(selector: string, text = ""): Promise<void> {
    const element = { [elementKey]: await this.see(selector, text) };
    const middle = middleCodec.decode(
      await this.evaluate(
        `const { x, y, width, height } = arguments[0].getBoundingClientRect();
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };`,
        element,
      ),
    );
    assert(isRight(middle), `${selector} has a place`);
    const actions = [
      { type: "pointerMove", origin: "viewport", ...middle.right },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await command(this.#session, "POST", "/actions", {
      actions: [{ type: "pointer", id: "mouse", actions }],
    });
  }

  /** Types into an element; `\uE007` is Enter. */
  async type(selector: string, text: string): Promise<void> {
    await command(this.#session, "POST", `/element/${await this.see(selector)}/value`, { text });
  }
}

/** Waits until a driver answers. */
const ready = async (base: string): Promise<void> => {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      await command(base, "GET", "/status");
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
};

/** Opens a window of WebKit on a screen of its own; undefined, and the test skipped, where a program is missing. */
export const openWebKit = async (test: TestContext): Promise<WebKitPage | undefined> => {
  if (!mayUse(test, "WebKitWebDriver") || !mayUse(test, "Xvfb")) return undefined;
  const ends: (() => unknown)[] = [];
  // The window before the driver, and that before the screen.
  test.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const screen = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  ends.push(() => screen.kill());
  const [, , , display] = screen.stdio;
  assert(display instanceof Readable);
  const [number]: unknown[] = await once(display, "data");
  const [port = 0] = await freePorts(1);
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: "x11",
      LANGUAGE: "en_GB",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  });
  ends.push(() => driver.kill());
  const base = `http://127.0.0.1:${port}`;
  await ready(base);
  const begun = await command(base, "POST", "/session", {
    capabilities: { alwaysMatch: { timeouts: { script: patienceMs } } },
  });
  const session = sessionCodec.decode(begun);
  assert(isRight(session), "a session began");
  const address = `${base}/session/${session.right.sessionId}`;
  ends.push(() => command(address, "DELETE", ""));
  return new WebKitPage(address);
};
