/** Runs a named part of a journey. A failure names the part. */
export async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw new Error(`The step «${name}» failed`, { cause });
  }
}
