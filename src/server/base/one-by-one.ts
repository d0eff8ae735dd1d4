/**
 * What comes of each, one after the other: a call that asks the database several things asks them in turn, so that it needs one connection and
 * no more (docs/decisions/120). Beside others that takes no longer; a page that took two would make another one wait.
 */
export async function oneByOne<Item, Answer>(items: Iterable<Item>, ask: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}
