/** Categories of goods that are eaten. */
const FOOD: readonly string[] = ["粮油", "生鲜", "乳品", "饮料", "零食"];

const FOR_ALL = ["营业执照", "一般纳税人资格证明", "商标注册证", "质量管理体系认证"] as const;

/** What a supplier of these goods has to show of itself, number `n`. */
export function supplierLicence(category: string, n: number): string {
  const types = FOOD.includes(category) ? ["食品经营许可证", ...FOR_ALL] : FOR_ALL;
  return types[n % types.length] ?? FOR_ALL[0];
}

/** What it has to show of its goods. */
export function goodsLicence(category: string, n: number): string {
  const types = ["商品检验报告", ...ownTypes(category)];
  return types[n % types.length] ?? "商品检验报告";
}

function ownTypes(category: string): readonly string[] {
  if (category === "生鲜") return ["检疫合格证明"];
  if (FOOD.includes(category)) return ["食品生产许可证"];
  if (category === "家电") return ["强制性产品认证证书"];
  return category === "建材" ? ["环保检测报告"] : ["产品合格证"];
}
