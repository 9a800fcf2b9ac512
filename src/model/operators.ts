/**
 * The operators that an installed model may use: what the exporters of scikit-learn, LightGBM, XGBoost,
 * CatBoost and PyTorch write for models of a table. Each works on one row's numbers in a time and memory
 * that its shapes tell.
 *
 * Left out are loops and branches (Loop, Scan, If), whose time no check can know; random operators; texts,
 * images, sound and recurrent networks; and the runtime's own domain com.microsoft, whose operators are
 * many, change with its version, and are tested less.
 *
 * Only the checks look at this, of a new bundle and of the models of a backup, so a model that was installed before
 * goes on scoring.
 */
import { BundleUnsafe, oneLine } from "./bundle-refused.ts";
import type { OnnxFile } from "./onnx-file.ts";

const trees = ["TreeEnsemble", "TreeEnsembleClassifier", "TreeEnsembleRegressor"];
const otherModels = ["LinearClassifier", "LinearRegressor", "SVMClassifier", "SVMRegressor"];
const preparation = [
  "ArrayFeatureExtractor",
  "Binarizer",
  "CategoryMapper",
  "FeatureVectorizer",
  "Imputer",
  "LabelEncoder",
  "Normalizer",
  "OneHotEncoder",
  "Scaler",
  "ZipMap",
];

// biome-ignore format: a list
const arithmetic = [
  "Abs", "Add", "Ceil", "Clip", "CumSum", "Div", "Exp", "Floor", "Log", "Max", "Mean", "Min", "Mod",
  "Mul", "Neg", "Pow", "Reciprocal", "Round", "Sign", "Sqrt", "Sub", "Sum", "Acos", "Asin", "Atan",
  "Cos", "Cosh", "Erf", "Sin", "Sinh", "Tan", "Tanh",
];
const comparison = [
  "And",
  "Equal",
  "Greater",
  "GreaterOrEqual",
  "IsInf",
  "IsNaN",
  "Less",
  "LessOrEqual",
  "Not",
  "Or",
  "Where",
  "Xor",
];
// biome-ignore format: a list
const shapes = [
  "Cast", "CastLike", "Concat", "Constant", "ConstantOfShape", "Expand", "Flatten", "Gather",
  "GatherElements", "GatherND", "Identity", "OneHot", "Pad", "Reshape", "ScatterElements",
  "ScatterND", "SequenceConstruct", "Shape", "Size", "Slice", "Split", "Squeeze", "Tile",
  "Transpose", "Unsqueeze",
];
// biome-ignore format: a list
const reductions = [
  "ArgMax", "ArgMin", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
  "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare", "TopK",
];
// biome-ignore format: a list
const layers = [
  "BatchNormalization", "Celu", "Dropout", "Einsum", "Elu", "Gelu", "Gemm", "GroupNormalization",
  "HardSigmoid", "HardSwish", "Hardmax", "InstanceNormalization", "LayerNormalization", "LeakyRelu",
  "LogSoftmax", "LpNormalization", "MatMul", "Mish", "PRelu", "Relu", "Selu", "Shrink", "Sigmoid",
  "Softmax", "Softplus", "Softsign", "ThresholdedRelu",
];
const quantized = [
  "DequantizeLinear",
  "DynamicQuantizeLinear",
  "MatMulInteger",
  "QLinearMatMul",
  "QuantizeLinear",
];

const allowed = new Set([
  ...[...trees, ...otherModels, ...preparation].map((name) => `ai.onnx.ml.${name}`),
  ...[arithmetic, comparison, shapes, reductions, layers, quantized].flat(),
]);

/** @throws BundleUnsafe where the model uses another operator. */
export function assertOperators({ operators }: Pick<OnnxFile, "operators">): void {
  const [unknown] = operators.filter((name) => !allowed.has(name));
  if (unknown === undefined) return;
  throw new BundleUnsafe(
    `the model uses the operator ${oneLine(unknown)}, which is not one of those for models of a table; ` +
      "export it without loops, random numbers and the runtime's own operators",
  );
}
