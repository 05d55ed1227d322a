/** What was asked of the disk, or undefined where there is no such file or folder; rejects with any other error. */
export const ifThere = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
};
