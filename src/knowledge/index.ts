export {
  type Conclusion,
  type Confidence,
  type Contraries,
  conclude,
  confidences,
  type FailureRow,
  type Place,
} from './conclude.ts';
export { contrarySigns } from './contrary-sign.ts';
export { type FailureId, failureRows } from './failure.ts';
export type { FailureSign } from './failure-sign.ts';
