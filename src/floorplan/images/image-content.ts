import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { FileSystem } from "../../../wal/index.ts";
import { type ImageExtension, imageTypes } from "../../images/image-name.ts";
import type { LoopTurns } from "../../host/loop-turns.ts";

/** First bytes of a file of each type: PNG (ISO 15948, 5.2), JPEG (ISO 10918-1, B.1.1.3), RIFF with WEBP (RFC 9649, 2.4). */
const signatures: readonly (readonly [type: ImageExtension, is: (start: string) => boolean])[] = [
  ["png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
  ["jpg", (start) => start.startsWith("\xff\xd8\xff")],
  ["webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
];

/**
 * The extension that an image gets by its content: the one that its name has where the two agree. The left says
 * why it is no image. A drawing is read whole, in turns. Rejects with the system's error, or the signal's reason.
 */
export const extensionByContent = async (
  { disk, turns }: { readonly disk: FileSystem; readonly turns: LoopTurns },
  path: string,
  named: ImageExtension,
  signal: AbortSignal,
): Promise<Either<string, ImageExtension>> => {
  const file = await disk.open(path, "read");
  try {
    const bytes = Buffer.alloc(16);
    const start = bytes.toString("latin1", 0, await file.read(bytes, 0));
    const found = signatures.find(([, is]) => is(start))?.[0];
    if (found !== undefined) return right(imageTypes[named] === imageTypes[found] ? named : found);
    const { svgProblem } = await import("../../images/svg-problem.ts");
    const problem = await svgProblem(file, turns, signal);
    return problem === undefined ? right("svg") : left(`is no png, jpg or webp, and ${problem}`);
  } finally {
    await file.close();
  }
};
