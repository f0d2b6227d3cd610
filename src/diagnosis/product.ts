import {
  type Product,
  type ProductMark,
  type ProductName,
  type ProductRole,
  products,
} from '../knowledge/product.ts';
import { equalsIgnoringCase, type Field, fieldValues } from '../wire/index.ts';
import { quoteText } from './quote.ts';

/** A reply as far as it shows who has written it. */
export interface AnsweredReply {
  readonly status: number;
  readonly fields: readonly Pick<Field, 'name' | 'value'>[];
  /** Its content, without framing and compression. */
  readonly body: string;
}

/** A product that a reply shows. */
export interface ProductSeen {
  readonly name: ProductName;
  readonly version: string | null;
  /** `either` only where nothing shows whether it has passed on what another wrote. */
  readonly role: ProductRole;
  /** Whether it wrote the whole reply, and has not only passed it on. */
  readonly isOwnPage: boolean;
  /** By what it was recognised, as `Server: nginx/1.24.0` or `the reply has the error page of nginx`; what is quoted has at most 120 characters. */
  readonly evidence: string;
}

interface MarkSeen {
  readonly mark: ProductMark;
  readonly version: string | null;
  readonly evidence: string;
}

/** The products that a reply shows: who wrote it first, then servers, then the hops that passed it on. */
export function recogniseProducts(reply: AnsweredReply): readonly ProductSeen[] {
  const seen = products.flatMap((product) => recognise(product, reply));
  const isOfOther = isData(reply) || seen.some(({ role }) => role === 'server');
  return seen.map((product) => decideRole(product, isOfOther)).sort((a, b) => rankOf(a) - rankOf(b));
}

function recognise(product: Product<ProductName>, reply: AnsweredReply): readonly ProductSeen[] {
  const found = product.signs.flatMap((mark) => readMark(mark, product.name, reply));
  const isNamed = found.some(({ mark }) => mark.field !== undefined);
  const counted = found.filter(({ mark }) => !mark.isBeside || isNamed);
  const [first] = counted;
  if (first === undefined) return [];
  const version = counted.find((each) => each.version !== null)?.version ?? null;
  const isOwnPage = counted.some(({ mark }) => mark.isOwn === true);
  return [{ name: product.name, version, role: product.role, isOwnPage, evidence: first.evidence }];
}

function readMark(mark: ProductMark, product: string, reply: AnsweredReply): readonly MarkSeen[] {
  const { field, statuses, needs, lacks } = mark;
  const has = (name: string) => fieldValues(reply.fields, name).length > 0;
  if (statuses?.includes(reply.status) === false) return [];
  if ((needs !== undefined && !has(needs)) || (lacks !== undefined && has(lacks))) return [];
  if (field === undefined) return readText(mark, reply.body, evidenceOf(product, reply.body));
  return reply.fields
    .filter(({ name }) => equalsIgnoringCase(name, field))
    .flatMap(({ name, value }) => readText(mark, value, `${name}: ${quoteText(value).slice(1, -1)}`));
}

function readText(mark: ProductMark, text: string, evidence: string): readonly MarkSeen[] {
  const match = mark.pattern.exec(text);
  if (match === null) return [];
  return [{ mark, version: match.groups?.['version'] || null, evidence }];
}

function evidenceOf(product: string, body: string): string {
  return body === ''
    ? `the reply has no content, as is usual for ${product}`
    : `the reply has the error page of ${product}`;
}

/** Whether content is data, which no server of files makes up by itself. */
function isData({ fields, body }: AnsweredReply): boolean {
  const isJson = fieldValues(fields, 'content-type').some((value) =>
    /^application\/(?:\S+\+)?json\b/i.test(value),
  );
  return isJson || /^\s{0,100}[[{]/.test(body);
}

/** What serves files besides is a hop where the reply is its own, or that of another. */
function decideRole(product: ProductSeen, isOfOther: boolean): ProductSeen {
  const isHop = product.role === 'either' && (product.isOwnPage || isOfOther);
  return isHop ? { ...product, role: 'hop' } : product;
}

function rankOf({ isOwnPage, role }: ProductSeen): number {
  if (isOwnPage) return 0;
  return role === 'server' ? 1 : 2;
}
