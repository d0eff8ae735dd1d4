import {
  AccountBookOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BellOutlined,
  CommentOutlined,
  FileTextOutlined,
  HomeOutlined,
  PayCircleOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  SwapOutlined,
  TagsOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import type { ComponentType } from "react";

/** The drawing of each icon of schemas/shared/vocabulary.json: antd's own, without the "Outlined". */
export const ICONS: Readonly<Record<string, ComponentType>> = {
  "account-book": AccountBookOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bell: BellOutlined,
  comment: CommentOutlined,
  "file-text": FileTextOutlined,
  home: HomeOutlined,
  "pay-circle": PayCircleOutlined,
  "safety-certificate": SafetyCertificateOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  shopping: ShoppingOutlined,
  "shopping-cart": ShoppingCartOutlined,
  swap: SwapOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
};

/** The icon of a menu group. A name without a picture shows the general one: an icon is decoration, not meaning. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon />;
}
