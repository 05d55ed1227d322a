import type { Node } from "typescript/unstable/ast";
import {
  isAwaitExpression,
  isCallExpression,
  isFunctionLikeDeclaration,
  isFunctionTypeNode,
  isGetAccessorDeclaration,
  isNewExpression,
  isPropertyAccessExpression,
  isThrowStatement,
  isTryStatement,
} from "typescript/unstable/ast/is";
import { type NodeHandle, SignatureKind } from "typescript/unstable/sync";
import type { TypedSources } from "./typed-sources.ts";

/** What Node.js, `ws` and gRPC do without throwing. What is called back by them is looked at where it is handed over. */
const neverThrowing: ReadonlySet<string> = new Set(
  (
    "abort address cancel clearInterval clearTimeout concat destroy destroySoon exit from isBuffer kill listeners nextTick now off on once " +
    "read removeAllListeners removeEventListener removeListener resume setImmediate setInterval setTimeout subarray " +
    "terminate toString unref"
  ).split(" "),
);

/** What of the language itself may throw. */
const throwing: ReadonlySet<string> = new Set(["parse", "stringify", "decodeURIComponent"]);

const isOfLanguage = (path: string): boolean => /\/lib\.[\w.]+\.d\.ts$/.test(path);
const isOfPackage = (path: string): boolean => path.includes("/node_modules/");

const isOfFpTs = (path: string): boolean => path.includes("/node_modules/fp-ts/");

/** Boundaries, and the logs to which they report. */
const isOfBoundaries = (path: string): boolean =>
  /\/node_modules\/pino\/|\/src\/server\/runtime\/(?:boundary|rated-log)\.ts$/.test(path);

const textOf = (node: Node): string => node.getText().replace(/\s+/g, " ").slice(0, 60);

/** Finds what in a function may throw: whatever is not known not to. */
export class ThrowFinder {
  readonly #sources: TypedSources;

  constructor(sources: TypedSources) {
    this.#sources = sources;
  }

  /** What may throw where this is called, in a few words; undefined where nothing does. */
  whyItMayThrow(callback: Node): string | undefined {
    const { checker } = this.#sources;
    if (this.#isGuarded(callback)) return undefined;
    if (isFunctionLikeDeclaration(callback)) return this.#troubleIn(callback, new Set());
    const type = checker.getTypeAtLocation(callback);
    const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    return this.#troubleBehind(signature?.declaration, textOf(callback), [], new Set());
  }

  #isGuarded(called: Node): boolean {
    const { checker } = this.#sources;
    const type = checker.getTypeAtLocation(called);
    return (
      type !== undefined &&
      checker.getPropertiesOfType(type).some(({ name }) => name.includes("throwsNothing"))
    );
  }

  /** Of what is called by that name, and given that. `seen` are the functions that are looked through already. */
  #troubleBehind(
    handle: NodeHandle | undefined,
    called: string,
    given: readonly Node[],
    seen: Set<Node>,
  ): string | undefined {
    const path = handle?.path ?? "";
    const name = /[\w$]*$/.exec(called)?.[0] ?? "";
    const declaration = handle?.resolve(this.#sources.project);
    if (isOfBoundaries(path)) return undefined;
    if (isOfLanguage(path) || isOfFpTs(path)) {
      if (throwing.has(name)) return `${called}()`;
      // What it tries may throw.
      const calledBack = name === "tryCatch" ? given.slice(1) : given;
      for (const each of calledBack.filter(isFunctionLikeDeclaration)) {
        const trouble = this.#troubleIn(each, seen);
        if (trouble !== undefined) return trouble;
      }
      return undefined;
    }
    if (isOfPackage(path)) {
      // A callback is given functions to be called in turn, such as one that says that it is done.
      const isGiven = declaration !== undefined && isFunctionTypeNode(declaration);
      return isGiven || neverThrowing.has(name) ? undefined : `${called}()`;
    }
    return declaration !== undefined && isFunctionLikeDeclaration(declaration)
      ? this.#troubleIn(declaration, seen)
      : `${called}()`;
  }

  #troubleIn(fn: Node, seen: Set<Node>): string | undefined {
    if (seen.has(fn)) return undefined;
    seen.add(fn);
    return this.#troubleWithin(fn, seen);
  }

  #troubleWithin(node: Node, seen: Set<Node>): string | undefined {
    const isTried = (child: Node): boolean =>
      isTryStatement(node) && node.catchClause !== undefined && child === node.tryBlock;
    return node.forEachChild((child) =>
      isFunctionLikeDeclaration(child) || isTried(child)
        ? undefined
        : (this.#troubleAt(child, seen) ?? this.#troubleWithin(child, seen)),
    );
  }

  #troubleAt(node: Node, seen: Set<Node>): string | undefined {
    const { checker, project } = this.#sources;
    if (isThrowStatement(node) || isAwaitExpression(node)) return textOf(node);
    if (isCallExpression(node) || isNewExpression(node)) {
      if (this.#isGuarded(node.expression)) return undefined;
      const signature = checker.getResolvedSignature(node);
      const called = textOf(node.expression);
      return this.#troubleBehind(signature?.declaration, called, node.arguments ?? [], seen);
    }
    if (!isPropertyAccessExpression(node)) return undefined;
    for (const handle of checker.getSymbolAtLocation(node.name)?.declarations ?? []) {
      if (isOfPackage(handle.path) || isOfLanguage(handle.path)) continue;
      const declaration = handle.resolve(project);
      if (declaration === undefined || !isGetAccessorDeclaration(declaration)) continue;
      const trouble = this.#troubleIn(declaration, seen);
      if (trouble !== undefined) return trouble;
    }
    return undefined;
  }
}
