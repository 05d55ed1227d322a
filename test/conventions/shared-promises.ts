import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isPropertyAccessExpression,
} from "typescript/unstable/ast/is";
import { placeOf, type TypedSources, visit } from "./typed-sources.ts";

/**
 * Where promises that others share are let go of by the end of themselves, in some of the modules: by a `finally` that
 * clears what holds one. It runs some microtasks after the work has ended, and who asks between these is given that.
 */
export const clearedLate = (
  { sources, checker }: TypedSources,
  isLookedAt: (file: string) => boolean,
): readonly string[] => {
  const holdsPromises = (node: Node): boolean => {
    const name = isPropertyAccessExpression(node) ? node.name : node;
    const symbol = checker.getSymbolAtLocation(name);
    const type = symbol && checker.getTypeOfSymbol(symbol);
    return type !== undefined && checker.typeToString(type).includes("Promise<");
  };
  const clears = (node: Node): boolean => {
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.EqualsToken) {
      const { left } = node;
      return holdsPromises(isElementAccessExpression(left) ? left.expression : left);
    }
    return (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      /^(?:delete|clear)$/.test(node.expression.name.getText()) &&
      holdsPromises(node.expression.expression)
    );
  };
  const found: string[] = [];
  for (const [file, source] of sources)
    if (isLookedAt(file))
      visit(source, (node) => {
        if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return;
        if (node.expression.name.getText() !== "finally") return;
        for (const callback of node.arguments)
          visit(callback, (within) => {
            if (clears(within)) found.push(placeOf(file, source, within));
          });
      });
  return found;
};
