import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { EtcdProblem } from "../storage/etcd/client/etcd.ts";
import { imageContent, type ListedImage, listImages } from "../cluster/images/all-images.ts";
import { describeProblem } from "../cluster/in-words.ts";
import type { OpenCluster } from "../storage/etcd/open-cluster.ts";
import type { KeptImage } from "../backup/home.ts";

/** What is refused here is refused by whoever reads an image, who says by himself what is wrong with it. */
const whyNot = (problem: EtcdProblem): string =>
  problem.kind === "refused" ? problem.reason : describeProblem(problem);

/** Reads an image as it was at a revision of etcd, at which it was there. */
const readImage = async (
  { etcd, keys }: OpenCluster,
  image: ListedImage,
  at: number,
): Promise<Either<string, Buffer>> => {
  const content = await imageContent(etcd, keys, image, at);
  if (isLeft(content)) return left(whyNot(content.left));
  return content.right === undefined
    ? left(`${keys.image(image.file)}: a part of the image is missing`)
    : right(content.right);
};

/**
 * The images of a home as they were at a revision of etcd, each by its number, and behind them once more by
 * their plain names those that are at the plain paths. The left says why they cannot be read, or which is damaged.
 */
export const imagesAt = async (
  cluster: OpenCluster,
  at: number,
): Promise<Either<string, readonly KeptImage[]>> => {
  const { etcd, keys, domain } = cluster;
  const listed = await listImages(etcd, keys, at);
  if (isLeft(listed)) return left(whyNot(listed.left));
  const { images, plain } = listed.right;
  const called = (file: string, image: ListedImage): KeptImage => ({
    name: `www/${domain}/${file}`,
    identity: image.file,
    bytes: image.record.bytes,
    read: () => readImage(cluster, image, at),
  });
  return right([
    ...images.map((image) => called(image.file, image)),
    ...plain.flatMap(({ file, of }) =>
      images.filter((image) => image.file === of).map((image) => called(file, image)),
    ),
  ]);
};
