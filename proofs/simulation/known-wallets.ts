/**
 * Two wallets, and their first places as others than the product’s library have derived them: those of people by bcoin 1.0.2, those for
 * change by BIP 32 written out in Python, which gives bcoin's for people.
 */
export type KnownPlace = { script: string; address: string }

/** A place a line: its script, and its address. */
const placesIn = (lines: string): KnownPlace[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [script, address] = line.trim().split(' ')
      return { script: script!, address: address! }
    })

const twoWallets: { descriptor: string; places: KnownPlace[]; change: KnownPlace[] }[] = [
  {
    descriptor:
      'wpkh([e2867bb6/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#kuj0z8zn',
    places: placesIn(`
    0014f28cece5dbaf19fb205966f2e23db68ef6126d03 bcrt1q72xweewm4uvlkgzevmewy0dk3mmpymgrn6d2h0
    00144c8567da43713381da6866d46f1e2311f8b31b17 bcrt1qfjzk0kjrwyecrkngvm2x783rz8utxxch6pswej
    0014b8c1d8550649f0da8d3cb82646ee3030c5396c07 bcrt1qhrqas4gxf8cd4rfuhqnydm3sxrznjmq8963za9
    001450fccaa94884bf5fb8a5933b006f7aa031168320 bcrt1q2r7v422gsjl4lw99jvasqmm65qc3dqeqdrx3vk
    0014967d94849bb739ade14c03800cdff2c5cda9bf43 bcrt1qje7efpymkuu6mc2vqwqqehljchx6n06r6000ec
    001455c259b74af126087aba0febf8aca54a2238e2df bcrt1q2hp9nd627ynqs746pl4l3t99fg3r3cklz40x7e
    00148fe73ab4c333c00b7831a5089833dc3ea0d8bb55 bcrt1q3lnn4dxrx0qqk7p355yfsv7u86sd3w6409zckd
    001440e00652b28bc8fa8e5803122ce0ac0a3f5853bc bcrt1qgrsqv54j30y04rjcqvfzec9vpgl4s5ausxy0nr
    0014cee31236d8f8b51ce5a82cb979d68cb2f93c3947 bcrt1qem33ydkclz63eedg9juhn45vktuncw28x20649
    0014378742990d5ec2dd1e9ac5cb1dcf52410d0b9b07 bcrt1qx7r59xgdtmpd6856ch93mn6jgyxshxc8hxwdps
    00147aaece49586089f536f5da96406e4d8f4ccf1606 bcrt1q02hvuj2cvzyl2dh4m2tyqmjd3axv79sx3rypck
    0014fe5093b0354ddcd707c32c4b798a4baae943ab87 bcrt1qlegf8vp4fhwdwp7r939hnzjt4t5582u8zwv3jr
    00142768d45cb837a71a5de17c9ce6f5d455197b7fd4 bcrt1qya5dgh9cx7n35h0p0jwwdaw525vhkl75vyesd8
    00147c0fbd350a91f771f7c645c3fda47be2581ddb91 bcrt1q0s8m6dg2j8mhra7xghplmfrmufvpmku3xz0rpk
    00148596051c824d9c7146763bbfb68c93c8dfecca78 bcrt1qsktq28yzfkw8z3nk8wlmdryner07ejnctrcma6
    00147b5610f4d5d29ff04b93906109ec1030f847ae6b bcrt1q0dtppax4620lqjunjpssnmqsxruy0tntyglv38
    0014c2ed46eb390b5c3162f0c8dc3f69ff51e26d4c20 bcrt1qctk5d6eepdwrzchserwr760l283x6npqc37jf0
    0014c81da107982dc7cc8e8d55d81d97ffaa61367f0d bcrt1qeqw6zpuc9hruer5d2hvpm9ll4fsnvlcdfszpwp
    001414743a60a4c126f043f677c09507ffe378d178ca bcrt1qz36r5c9ycyn0qslkwlqf2pllududz7x292px5d
    0014039106ae89928870c9e3858844ad77cd389fdb76 bcrt1qqwgsdt5fj2y8pj0rskyyftthe5uflkmkkwla96
    0014be19af4828cdd679bc4ed437262c8a444c670d57 bcrt1qhcv67jpgeht8n0zw6smjvty2g3xxwr2hryrrf9
    0014ff166cd1b4e17a64ac8cfe3fd63ba073b63b4928 bcrt1qlutxe5d5u9axftyvlclavwaqwwmrkjfgaqq7ck
    00146618275e3282db4402a66377fb1a35a44b1316ea bcrt1qvcvzwh3jstd5gq4xvdmlkx345393x9h2erhz0z
    001455c17bdcbdb931d1096ce8a99193d412cbef9c56 bcrt1q2hqhhh9ahycazztvaz5ery75zt97l8zkvyyszf
    001453c5735439d0eb343533a3bf19dd53fb5c09cdf3 bcrt1q20zhx4pe6r4ngdfn5wl3nh2nldwqnn0nt40zns
    001427cb26870ab1d931a9de6005d4776770de562a04 bcrt1qyl9jdpc2k8vnr2w7vqzagam8wr09v2sy0nqchj
    00146c3c96a17a980cf9483b2a1ca439797afe43f3d7 bcrt1qds7fdgt6nqx0jjpm9gw2gwte0tly8u7hhkedlc
    0014285cbe781ccba85d549eaa4fd1fa70080d1f3500 bcrt1q9pwtu7quew5964y74f8ar7nspqx37dgqmmfaed
    00141e4ef84eb80cb123299e650337d37bb49c1fe831 bcrt1qre80sn4cpjcjx2v7v5pn05mmkjwpl6p3zdp2tm
    001491829f008c3e57b25e26f92aa9a7b04b33608e9b bcrt1qjxpf7qyv8etmyh3xly42nfasfvekpr5ml8sw6a
    00141e89d5bc66718d398922240ca3dab5b2259f8bc8 bcrt1qr6yat0rxwxxnnzfzysx28k44kgjelz7gzekqht
    001404851abfd4588b4e425084a09ec250b6938b91d5 bcrt1qqjz34075tz95usjssjsfasjsk6fchyw4wl667w
  `),
    change: placesIn(`
    0014d0ffd12f68456932f6575286dd5516c827b91118 bcrt1q6rlaztmgg45n9ajh22rd64gkeqnmjygc5fxdl4
    0014a466229a2aa8e2b4b71f0d178f9d4e89faa9a8c6 bcrt1q53nz9x324r3tfdclp5tcl82w38a2n2xxnw6nk7
    00144ef52ef6c27b83ca340dbacdc353354d08ebc8b2 bcrt1qfm6jaakz0wpu5dqdhtxux5e4f5ywhj9jtvuynv
    0014bafc3e528906a7371c52fea746c291799e154a94 bcrt1qht7ru55fq6nnw8zjl6n5ds530x0p2j555lv0qn
    0014c0fa5e5c45e2eebb9d412e748b7d2c899cf4903d bcrt1qcra9uhz9uthth82p9e6gklfv3xw0fypafuc7hq
    00148bfcf208473f7c7142cc30aa16f0fe23bc5b430a bcrt1q3070yzz88a78zskvxz4pdu87yw79ksc2qash2d
    001498e17d294286734af43cf8eb0be5e12f9b0f52bc bcrt1qnrsh622zsee54apulr4she0p97ds754uznmwzu
    001483c4516ae13105105f7a7926eeb754d439cb7bde bcrt1qs0z9z6hpxyz3qhm60ynwad656suuk7774r0mv2
    001406830cc1ed5ff3eae66347b1f270adb8f3399ce0 bcrt1qq6pses0dtle74enrg7clyu9dhrenn88q02k066
    0014ca58a8236647dfd74ac4ee1cd56a128d1d8852fb bcrt1qefv2sgmxgl0awjkyacwd26sj35wcs5hmn0jsss
    0014af05f65e98fafb64537c5d1aeaf17a272f44b3ce bcrt1q4uzlvh5cltakg5mut5dw4ut6yuh5fv7w959em0
    001476d1df2689922902fab34762faea3ba5bbb7e951 bcrt1qwmga7f5fjg5s974nga30463m5kam0623gjp8n2
    0014e5c5d26f11c7b000a0a9678cc3d06601545ba5cb bcrt1quhzaymc3c7cqpg9fv7xv85rxq929hfwtre2232
    00144b0bc6bfda2dcd17d5e7caaa01226810bbfd5bd8 bcrt1qfv9ud0769hx30408e24qzgngzzal6k7cwkuuxp
    00148272aa500c0eb711b9b81a726167298c80cc2423 bcrt1qsfe255qvp6m3rwdcrfexzeef3jqvcfprky8wpw
    0014e5da70a1a69f3ea6d031612f741b7f73317e8590 bcrt1quhd8pgdxnul2d5p3vyhhgxmlwvchapvs8hx7kz
    0014b75b95c6b15a78ecd2a4b8a5806fce17937f4ba3 bcrt1qkadet343tfuwe54yhzjcqm7wz7fh7jarj6ufxg
    0014b7f991e0dd4809141808b84dd1ac79f46971970e bcrt1qkluercxafqy3gxqghpxartre735hr9cwt5wcdk
    0014d5718b384ac9855ac88fae49ebace08b9867a65b bcrt1q64cckwz2exz44jy04ey7ht8q3wvx0fjmphpafx
    0014a63a802a93f3a65ec1176ddfe08db4ab32fffea1 bcrt1q5cagq25n7wn9asghdh07prd54ve0ll4pdf4eqh
    001437df755309a886c2ef3eb9a72ab92a4d680e3795 bcrt1qxl0h25cf4zrv9me7hxnj4wf2f45qudu4s2rr7q
    001468a1eddbaa46de5a08c4259705c7db37822855e7 bcrt1qdzs7mka2gm095zxyyktst37mx7pzs408l382t2
    0014f47499e26aea2626b7c904c4d791cd53f978852c bcrt1q736fncn2agnzdd7fqnzd0ywd20uh3pfvvuw4ux
    0014c8cd4b9828d4da909e0b7ff8ada628feb74fcccf bcrt1qerx5hxpg6ndfp8st0lu2mf3gl6m5lnx0jfn0tt
    00146cf40b2127506a4c290f638accffde79f1d1ee49 bcrt1qdn6qkgf82p4yc2g0vw9vel7708carmjfm4wdan
    001416f3f3150e5d65b997c9ed27dd5bdfdb15065227 bcrt1qzmelx9gwt4jmn97fa5na6k7lmv2sv538hx4dfz
    0014b8b1d87b0b1750076492b52e98d6e3dfb7871038 bcrt1qhzcas7ctzagqweyjk5hf34hrm7mcwypc4yg3eh
    001400b1d26023a52e510323f14caaf0dfd542884558 bcrt1qqzcaycpr55h9zqer79x24uxl64pgs32c9k9aaq
    001428527714e213340c41d11269336e181055d6b767 bcrt1q9pf8w98zzv6qcsw3zf5nxmsczp2addm85ljfg7
    00141c2eab2e3a573d25567913317842a67697b15b48 bcrt1qrsh2kt362u7j24nezvchss4xw6tmzk6ghuswaj
    00147c10cd94a7e0b69a0bfdfd678ba6e1413c904dc0 bcrt1q0sgvm998uzmf5zlal4nchfhpgy7fqnwqvtq327
    00140d50cb3cfe309e03c5c86eb7bd1a147122876528 bcrt1qp4gvk087xz0q83wgd6mm6xs5wy3gwefghkmytg
  `),
  },
  {
    descriptor:
      'wpkh([adc4083b/84h/1h/0h]tpubDD9dsnZkvrcTuCNoYQJuH8V15qcoMtSS4N8rpe9r59HMSwSddqbhi6eWsFV7RZ86TdgN8WHd6NaAnFmfg6QvqMZVPBQ5CCzbCrZzHcW7MoJ/<0;1>/*)#l8hpqe2w',
    places: placesIn(`
    00144a9db52e8da8564646285c1e56157ff7f9163ca6 bcrt1qf2wm2t5d4ptyv33gts09v9tl7lu3v09x8743w3
    0014e3ed65e318667484584174c1da9cd4fac21835a3 bcrt1qu0kktcccve6ggkzpwnqa48x5ltppsddrmk6h0q
    00148737abb2ef5198b996d0c17f52f8d92cb7003faa bcrt1qsum6hvh02xvtn9ksc9l497xe9jmsq0a2pfjjwy
    00141464481de8124ab112722748533c9444f07c815d bcrt1qz3jys80gzf9tzynjyay9x0y5gnc8eq2ac83ceh
    001412a7d5cec9127f278dc1d81dbfe02dae270fc1b1 bcrt1qz2natnkfzflj0rwpmqwmlcpd4cnslsd3k9tfv8
    0014f8a00fad842ab110552f2c6634432dddb102b4d8 bcrt1qlzsqltvy92c3q4f093nrgsedmkcs9dxc6873g2
    001439ed77b8d5055ea2e5ba79a4f90bed5aa7b676a0 bcrt1q88kh0wx4q4029ed60xj0jzldt2nmva4qgq8ztk
    0014a5fa5b073e3a10dcf545178bdb43117de684dc83 bcrt1q5ha9kpe78ggdea29z79aksc30hngfhyrzm8259
    0014a0e6f3fb4e68490c19f4d21df215396cdba5480f bcrt1q5rn0876wdpyscx056gwly9fednd62jq08dqysc
    0014821d41a858bcb07c65bb028bb960c749d1a72f13 bcrt1qsgw5r2zchjc8cedmq29mjcx8f8g6wtcn6r5s89
    0014f4f94f09868b559b28754d3fec4cb3fa698c8c98 bcrt1q7nu57zvx3d2ek2r4f5l7cn9nlf5ceryctd6npa
    0014b5bf284a69c6ca25db8edd53ca3e33667a1fc350 bcrt1qkkljsjnfcm9ztkuwm4fu503nveapls6s6s2l8v
    0014250468c5987dea3f221b83b623bf4bfc9c1cd1c7 bcrt1qy5zx33vc0h4r7gsmswmz806tljwpe5w8hnnmpu
    00146c6801a94eae5e55721e2c4e0e0d7df32e9ca1cd bcrt1qd35qr22w4e092us7938qurta7vhfegwd38uvfw
    0014b6225f308bc803586c5299447f3e9e4653c97315 bcrt1qkc397vyteqp4smzjn9z87057gefujuc4x23gaa
    00141d2d31eba5553f21bec75a2a6454583c1ec3c20c bcrt1qr5knr6a925ljr0k8tg4xg4zc8s0v8ssvxq67md
    00146b3627535fe98fc56ff8c81bc607b0815c8937b1 bcrt1qdvmzw56lax8u2mlceqduvpass9wgjda3nsy9xd
    0014355c09c9ab7101bd36e747a2ff67d23a253e9b7b bcrt1qx4wqnjdtwyqm6dh8g7307e7j8gjnaxmmf2he2n
    001415cba4a3c6fdba138a28fe99da4c21edda0435fd bcrt1qzh96fg7xlkap8z3gl6va5nppahdqgd0ae62pp3
    00145d9d63c83e8ce472f694240dd6cfefda6b018c51 bcrt1qtkwk8jp73nj89a55ysxadnl0mf4srrz3pgxngw
    00146796548fd318da69f2abc4ca15c703b62330b0f2 bcrt1qv7t9fr7nrrdxnu4tcn9pt3crkc3npv8jaxn8wz
    00143451847605cc1085ae3b6aed5ba427dd275468ab bcrt1qx3gcgas9esggtt3mdtk4hfp8m5n4g69te5l3u8
    00140ff824d7ac143fb50b14254de4a450972e5aa4f7 bcrt1qpluzf4avzslm2zc5y4x7ffzsjuh94f8hzer729
    00143a5c2b1e9e89e13857112889fefe9701010e00c1 bcrt1q8fwzk85738sns4c39zylal5hqyqsuqxp7w29d5
    0014cc20e24f566cfffc946b3a38b32cd70b8abe248e bcrt1qesswyn6kdnlle9rt8gutxtxhpw9tufyw67j4vm
    001484a60e387ecd037d832d7f564c30e7c4c821232a bcrt1qsjnquwr7e5phmqed0atycv88cnyzzge27eds63
    00145851d72e34a4966319e68dba13119a52ff1c5a35 bcrt1qtpgawt355jtxxx0x3kapxyv62tl3ck34jfzp7w
    001472d5d08e42d23df18eb48711c97163e88f20c4f5 bcrt1qwt2aprjz6g7lrr45sugujutraz8jp38438rsf5
    0014b277820851423b7ecbf1e07fbc061ebe625f97b4 bcrt1qkfmcyzz3ggahajl3uplmcps7he39l9a5k0mwgf
    0014f53fed902f95e24a2558b78d39aff39c7da8e7a0 bcrt1q75l7myp0jh3y5f2ck7xnntlnn3763eaqrq3hts
    0014900d8caea70918ef23ecba4de50f6cbfec3118fe bcrt1qjqxcet48pyvw7glvhfx72rmvhlkrzx8720w4wp
    00148b9c6a7a020fe28e453cf1826ba1aef9d9f511c8 bcrt1q3wwx57szpl3gu3fu7xpxhgdwl8vl2ywgfjxad6
  `),
    change: placesIn(`
    0014d315c479def64beb300b961d0cefdf43c3182bc9 bcrt1q6v2ug7w77e97kvqtjcwsem7lg0p3s27fdhunas
    00146253cfd3bd8076a7616d8ca888f3b9ff3764f3d1 bcrt1qvfful5aaspm2wctd3j5g3uaelumkfu73tneztr
    001479604b30b3ce22f5f901fd856a6570f710fb1698 bcrt1q09sykv9nec30t7gplkzk5ets7ug0k95c2p730g
    0014730c0397096279142aab87727d0bcf78c4b06c02 bcrt1qwvxq89cfvfu3g24tsae86z700rztqmqzlqah3e
    0014e6ba911ce3b9c164d89255867b6e8f75c0c7e7e0 bcrt1qu6afz88rh8qkfkyj2kr8km50whqv0elqslrew4
    001400271222608ddc809482cc726dfb7d5be4f50b5d bcrt1qqqn3ygnq3hwgp9yze3exm7mat0j02z6aay0e97
    0014662662c6b19bf267348a99b41510ce3ae752c1e5 bcrt1qvcnx9343n0exwdy2nx6p2yxw8tn49s09u68704
    00147aff1d7f2614e4a7839e4fd93540af05aa2c9120 bcrt1q0tl36lexznj20qu7flvn2s90qk4zeyfqpz8m0q
    0014909f95402d0f4d5bde34862ec15e9da3f92e7594 bcrt1qjz0e2spdpax4hh35schvzh5a50ujuav5rp9r74
    0014959be3164cc43842138c2d15a5b24d5661086fc0 bcrt1qjkd7x9jvcsuyyyuv9526tvjd2esssm7qrurf5p
    0014e4f35d26d15161ac2f59c24e3a9d1e5b95250ca8 bcrt1qune46fk329s6ct6ecf8r48g7tw2j2r9gnadkp2
    00145940d82833737c19fe7d63ff468afcaf14eacaa9 bcrt1qt9qds2pnwd7pnlnav0l5dzhu4u2w4j4f98mjz9
    0014d64776f48009b83df31c3fa3ec7c7a4bfbd2e7b7 bcrt1q6erhdayqpxurmucu8737clr6f0aa9eahhpmep5
    0014ef1894edcaa50331ade8001d284c3c650989f541 bcrt1qauvffmw255pnrt0gqqwjsnpuv5ycna2pm54k53
    00145d1bf9e0382bd1953a579350f149a24479a5ddaa bcrt1qt5dlncpc90ge2wjhjdg0zjdzg3u6thd243epdt
    001414ffdca619253f600c444ee282c2bc2cbaaff633 bcrt1qznlaefsey5lkqrzyfm3g9s4u9ja2la3n6up2lr
    0014bddf6ddee575a65731f9e06ae0cb9bdcf2bfff28 bcrt1qhh0kmhh9wkn9wv0eup4wpjummnetllegvpkazm
    00141c65c91fb034061ffc84fbace346f461266a3d7a bcrt1qr3juj8asxsrpllyylwkwx3h5vynx50t6w5y2gg
    0014598aa01f6b22334dd12d405ef6e9c60fe82428ed bcrt1qtx92q8mtyge5m5fdgp00d6wxpl5zg28dgkv79f
    0014d27beef6173a21f2ced973b099d3b072854de415 bcrt1q6fa7aash8gsl9nkewwcfn5asw2z5meq4j05rty
    001487e11bd51c8bbe818cf12e50818828bf48399ebd bcrt1qsls3h4gu3wlgrr839eggrzpghayrn84aht4jh6
    001446c13bbf169787734070d0a7622e57619ee2fc3e bcrt1qgmqnh0ckj7rhxsrs6znkytjhvx0w9lp7rjvxyy
    0014b81dbe1064f7e6f69d806cb05096f07bba8cf59a bcrt1qhqwmuyry7ln0d8vqdjc9p9hs0wageav6nrhjnl
    0014e5273b35a75b51476ce1c336d3596feb33bfef34 bcrt1qu5nnkdd8tdg5wm8pcvmdxkt0avemlme5w6rqc7
    001459a4e4117d8c30bb23e8c13749b8bfcb6e4a12fa bcrt1qtxjwgyta3sctkglgcym5nw9ledhy5yh6kffj7k
    0014e8e85c57ec08215eec06d4776899538c0aae3605 bcrt1qar59c4lvpqs4amqx63mk3x2n3s92uds94das2d
    001430879ad52c0c51a85a51c3fa1a066702671b6804 bcrt1qxzre44fvp3g6skj3c0ap5pn8qfn3k6qyrv6yeg
    0014f1a57d4cfe8a7f5570dae9a19c0b672b91bd401e bcrt1q7xjh6n873fl42ux6axseczm89wgm6sq7awev9z
    0014f90c0459e6292c0032a63c0d59a88744472f57fd bcrt1qlyxqgk0x9ykqqv4x8sx4n2y8g3rj74larvwwuv
    0014d334981b13ac8bc04757249859926849acd12945 bcrt1q6v6fsxcn4j9uq36hyjv9nyngfxkdz229vxg6ts
    0014d39fa45a7d0519feeef479df1d3a2610cd6769ac bcrt1q6w06gknaq5vlamh508036w3xzrxkw6dvl6rf9t
    001414760e8287c1ec487ef4251493201acb51fb984c bcrt1qz3mqaq58c8kyslh5y52fxgq6edglhxzvatm35q
  `),
  },
]

/** The third is the first with another origin: its addresses are the same. */
export const knownWallets = [
  ...twoWallets,
  {
    descriptor:
      'wpkh([00000000/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#egdh6y4c',
    places: twoWallets[0]!.places,
    change: twoWallets[0]!.change,
  },
]

/**
 * An account on the demonstration's TRON: its first places are TronWeb's, of the words “abandon … about”, spelled by Base58Check written out in
 * Python.
 */
export const knownAccount: { network: 'tron-sample'; descriptor: string; places: KnownPlace[] } = {
  network: 'tron-sample',
  descriptor:
    'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
  places: placesIn(`
    41c8599111f29c1e1e061265b4af93ea1f274ad78a 27hLryweFFMJe3ppB3ZXus6a6r2UaHRs9kx
    41b6e708a39781c96bd399c7657780ff9fe9f052a8 27fkcHo1Rs47MBYWAryyrEs6AmbrFauV3U3
    41f4f35fff5ca9ee43aca2c57ded9d9ec66ac42dd0 27mQgyAwYXJQcLc7HjyJpdMoEqP6U4geSDr
    41ac892261ed306c7c91ff84895811fa2e5e58333d 27eoo3dPtgMmdsPu9wUqna2HErw43JfHkyP
    41bb1a70862e804bfe2885f6c7efc8fdf3f0148b00 27g8paJJH3x95WLkmsDsMNKMvgj2jKcqhVw
    4112383c8eff283aa01d749ef7e45761f1f82762c4 27Qjr5DGCTGdQPtFQUvkLXmEqgrVsf7XUM1
    41a7ced7414adf31fd0b50df3d180c8f1b366c386e 27eNoAxs9nuAG2ysvkprFXtpHiGKRAVoX6x
    413f26d607d2fb386ff3cd8b4016419ce9ffb4c7af 27UqRdqUmzKRAdf12D1dEqWToXyUYy5UcEc
    41e891e8e848f021ca69e0f55167cff896879bcb6e 27kHE6sPwy4TSyoTXwWpqvDfFrjPwo7dQja
    412040dfa7506647c78f9195069089144a6f18051e 27S23t1jFgQYg91HpNu6gNiu9hcwLCQb3PM
    41ff6212739c710aee7a4378aa0dc1dffea19f5a9c 27nMrLTa1Edf4xARhsuAB8qo8dHctyasm4n
    41a1296e518e9f17f8d220a286df004af8cfcf3742 27dmexvxYhB5BMZbLBdtgFTNcBTfhUXJUd3
    41a6c3205192b4a626f14bf4274807280231e1950b 27eHGTpy2pKkuBGDnoaDABMqFdpMXK8ADRA
    4153f03bc30d49f35f8412bf525afb176e42d51427 27WjLR1UuwbCr9bvNxWbpzXSuMv9M1eJCtJ
    414031f4e4e87a5453476bb8f4066c516d58a0552c 27UvwdhUPJTisRLSQ5DohxbQM1fKAyFdEbq
    41be3bdae97ce8350ea4a8734bbdf55c4824e54c8f 27gRNddUDGJyC7r5GgZSU2RTQGz5zpnzahZ
    4169ab4256abc9a6f0e1bcf4f780d6d84c7e15abc1 27YiEeox8JEvyGoEwwMGeWUMw8QNQDGGoxD
    41ad3b12d16a4e3395c9c51511cbbff8d1b96bd569 27esUD4Ude88vr8gFTMF4X6nCHmnoemqsox
    41e7504d07be6e7a459328d73ee3ae55cc1bfc216f 27kAaq6HXaxVwNVS4Nwj7ctVRN4TNa2hWFN
    41d6365e629a921913fd8805ed77da852f4f226a09 27icAH2fNp3XELoEhcr5Srg2TcRbSmH1tbZ
    419e03febd9608b347f7d34b6099a5ccbc7b533e54 27dV26GSePKDPjNHW4sNXmwoowYota5P5c6
    41d3a9d1576adfea80a1dde7aa9d2ef5db6b1a0967 27iNgYzdcvSXX1KLDkkaGsNJsprWrWTZ2n9
    415b1cc0a0926203c95200dc12e57fda3018292195 27XPGUaygTWpQv6A51myzNoSLKBaX3MMBG6
    412dd9a79bd54dbdc365a292add8f525c5d3d17392 27TFwgvT3VkkjQL9fsWqfmV2g9veiDpScqz
    41ef09e6bff55a24a4d46ec7a222ebb6492cfd589f 27ksRuBU6MYwiFd48STccDhkNQhb3XGpTJP
    41779ade8679d31a35018c5307fe896544ab427987 27ZyvUhuKgrcPCKgaiaNtbRyhJciJa8PwZx
    410e1573d4cec362ac23462ac8a4953d32db2fefcf 27QMyhbykr17t8HtiuTAEuVWAM9nwPkY43A
    41906eb416df1e5ac0ec69a171905cde2d921c3818 27cFCToy8Q6qaffQnhjPhLsLhMsACUfS27D
    41155d1664df85da506e79b21f1069336570963b7d 27R2UFEZA6c8GFBMUSHYcVV2ngY1C1BWBXX
    41f13bd2073bdea932fc256edb2b7cdf3eaeb1700d 27m53414FoBmqABLVYtiidexRYs2pD99pbf
    413599f55beeebaa4ee5721b1e6a089e1694500f99 27Txvnm7S2Abi6T7hy7PBNSE4xcZqRQdYow
    41f22c1a7069e2112640c87a7759c37ce1054718da 27m9zu9VXsvg67Ae5GyD64cmeVutY31iKef
  `),
}

/** Where people have coins sent: three keys of nobody, a script of another test network that is one of this one too, and the firm’s own. */
export const payees: KnownPlace[] = [
  ...placesIn(`
    00141c8f3e120083671e771fdb6987b20ee16c30e2d2 bcrt1qrj8nuysqsdn3uaclmd5c0vswu9krpckjttesst
    0014ba0953de477e31263178f8298d862da830063804 bcrt1qhgy48hj80ccjvvtclq5cmp3d4qcqvwqy8k4nrh
    0014cb25db437adb2fdb03b025f212367df69981d5dc bcrt1qevjaksm6mvhakqasyhepydna76vcr4wunlzp8d
    a91473d32ac9e4330a071ee1b3a9ccf3997bdd4174d087 2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm
  `),
  twoWallets[0]!.places[0]!,
]

/** The script of an address of this network; null: it is none. */
export const scriptOf = (address: string): string | null =>
  payees.find((one) => one.address === address)?.script ?? null

/** Where people have USDT sent: three keys of nobody, and the firm’s own. Spelled by Base58Check written out in Python, as are the next. */
export const payeesOnTron: KnownPlace[] = [
  ...placesIn(`
    41a3f29597dc4b7ec8e468ee9e2b631968c6674182 27e2PHhWJgmEkFzNUXMmzPJFGiXCPj3TrfC
    415272262c41833f6316d78a7923fe862ade5f1338 27WbShKmCRocE66BkEByxJX2LdUFC8y85So
    415f531ce24012f5e9470ead7fe798ebf39d414af1 27XmYJNwoC7yffGJQaueDnvGnv7hCRubqGK
  `),
  knownAccount.places[0]!,
]

/** Twenty zeros, and the contract of USDT: what is sent there is lost, and so nothing is. */
export const lostOnTron = [
  '27P5WYNh6bs9BrMJrv8Hzb4YshiDvkmsVmc',
  '27eDfqA41mYyW9NxN9zCp8jBsbovcENGQMP',
]

/** The same of an address that USDT may be sent to. */
export const scriptOnTron = (address: string): string | null =>
  payeesOnTron.find((one) => one.address === address)?.script ?? null

/** Whether it may be paid in coins of either kind. */
export const takesCoins = (address: string): boolean =>
  scriptOf(address) !== null || scriptOnTron(address) !== null
