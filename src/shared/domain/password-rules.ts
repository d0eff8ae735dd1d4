import { hiddenIn, keptPassword } from "./plain-text.ts";

/** Longer passwords are no safer, only slower to hash. */
export const LONGEST_PASSWORD = 128;
/** Least length, where a shop asks for no more. */
export const SHORTEST_PASSWORD = 10;
/** Fewer different characters than this are a pattern, not a password. */
const FEWEST_DIFFERENT = 4;
/** Shorter names are part of too many words to be forbidden inside a password. */
const TELLING_NAME = 4;

/** What a new password is judged by besides itself. An empty text is not compared with. */
export interface PasswordContext {
  readonly userId: string;
  readonly oldPassword: string;
  /** Least length that the shop asks for; left out: {@link SHORTEST_PASSWORD}. */
  readonly shortest?: number | undefined;
}

/** One thing asked of a new password. */
interface PasswordRule {
  readonly text: string;
  readonly isMet: (password: string, context: PasswordContext) => boolean;
}

/**
 * Everything asked of a new password but {@link UNCOMMON}; the page shows each while it is typed, the server refuses by the same list.
 * Length counts, not the kinds of characters: asked for a digit, people add a 1 (docs/decisions/80).
 */
export const passwordRules = (shortest = SHORTEST_PASSWORD): readonly PasswordRule[] => [
  {
    text: `长度为 ${shortest} 到 ${LONGEST_PASSWORD} 位`,
    // guard check as () => true: tests/shared/domain/password-rules.test.ts
    isMet: (password) => password.length >= shortest && password.length <= LONGEST_PASSWORD,
  },
  // guard check: tests/shared/domain/password-rules.test.ts
  { text: "不包含账号", isMet: (password, { userId }) => !containsName(password, userId) },
  { text: `至少有 ${FEWEST_DIFFERENT} 个不同的字符`, isMet: (password) => new Set(password).size >= FEWEST_DIFFERENT },
  { text: "与原密码不同", isMet: (password, { oldPassword }) => oldPassword === "" || password !== oldPassword },
];

/** What only the server can tell: it has the list. */
export const UNCOMMON = "不在最常见的 10 万个密码之中";

/** The rules a new password breaks, as texts; what nobody can see in it is named besides (docs/decisions/83). */
export function passwordProblems(password: string, context: PasswordContext): string[] {
  const kept = keptPassword(password);
  const broken = passwordRules(context.shortest)
    .filter(({ isMet }) => !isMet(kept, context))
    .map(({ text }) => text);
  const hidden = hiddenIn(password);
  // guard check as broken: tests/shared/domain/plain-text.test.ts
  return hidden === null ? broken : [...broken, `不${hidden}`];
}

/** How hard a password is to guess: 0 none or refused, 1 weak, 2 fair, 3 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3;

/** From length and the kinds of characters; what breaks a rule has no strength, however long it is. */
export function passwordStrength(password: string, context: PasswordContext): PasswordStrength {
  if (passwordProblems(password, context).length > 0) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  const points = Number(password.length >= 10) + Number(password.length >= 14) + Number(kinds >= 3) + Number(kinds >= 4);
  if (different < 6 || points === 0) return 1;
  return points >= 2 ? 3 : 2;
}

function containsName(password: string, userId: string): boolean {
  const [text, name] = [password.toLowerCase(), userId.trim().toLowerCase()];
  if (name === "") return false;
  return name.length < TELLING_NAME ? text === name : text.includes(name);
}
