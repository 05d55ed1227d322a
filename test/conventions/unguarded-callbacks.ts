import type { CallExpression, NewExpression, Node } from "typescript/unstable/ast";
import { isCallExpression, isNewExpression } from "typescript/unstable/ast/is";
import { SignatureKind } from "typescript/unstable/sync";
import { ThrowFinder } from "./may-throw.ts";
import { placeOf, type TypedSources, visit } from "./typed-sources.ts";

/** What calls nothing back, or hands on what that throws. */
const handsOn = /(?:^|\.)(?:off|removeEventListener|unwatchFile|promisify|callbackify|pipeline)$/;

/** What is handed to Node.js, `ws` or gRPC to be called back, in a call of theirs. */
const callbacksIn = (
  { checker }: TypedSources,
  call: CallExpression | NewExpression,
): readonly Node[] => {
  const path = checker.getResolvedSignature(call)?.declaration?.path ?? "";
  if (!/\/node_modules\/(?:@types\/(?:node|ws)|@grpc)\//.test(path)) return [];
  if (handsOn.test(call.expression.getText())) return [];
  return (call.arguments ?? []).filter((given) => {
    const type = checker.getTypeAtLocation(given);
    return type !== undefined && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
  });
};

/** A callback without a boundary, and what of it may throw. */
export interface UnguardedCallback {
  readonly file: string;
  readonly trouble: string;
  /** Both, and where it stands. */
  readonly text: string;
}

/** How many callbacks there are in some of the modules, and which of them may throw. */
export const findUnguardedCallbacks = (
  sources: TypedSources,
  isLookedAt: (file: string) => boolean,
): { readonly callbacks: number; readonly unguarded: readonly UnguardedCallback[] } => {
  const throwFinder = new ThrowFinder(sources);
  const unguarded: UnguardedCallback[] = [];
  let callbacks = 0;
  for (const [file, source] of sources.sources) {
    if (!isLookedAt(file)) continue;
    visit(source, (node) => {
      if (!isCallExpression(node) && !isNewExpression(node)) return;
      for (const callback of callbacksIn(sources, node)) {
        callbacks += 1;
        const trouble = throwFinder.whyItMayThrow(callback);
        if (trouble === undefined) continue;
        const text = `${placeOf(file, source, callback)} has no boundary, and ${trouble} may throw`;
        unguarded.push({ file, trouble, text });
      }
    });
  }
  return { callbacks, unguarded };
};
