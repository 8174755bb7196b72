/** The built-in creator categories, `English/Chinese`. The position of a name decides its id, so new names are appended. */
export const CREATOR_CATEGORY_TEXT = `
Beauty/美妆
Fashion/时尚
Food/美食
Fitness/健身
Sports/体育
Gaming/游戏
Technology/科技
Home & Living/家居生活
Parenting/亲子
Pets/宠物
Travel/旅行
Comedy/搞笑
Music/音乐
Dance/舞蹈
Education/教育
Art & Crafts/艺术手工
Automotive/汽车
Health/健康
Finance/财经
Books/读书
Outdoor/户外
Photography/摄影
Lifestyle/生活方式
Modest Fashion/端庄时尚
Gardening/园艺
Deals & Shopping/好物分享
`;
