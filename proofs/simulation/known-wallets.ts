/** Two wallets, and their first places as another library than the product’s has derived them (bcoin 1.0.2). */
export type KnownPlace = { script: string; address: string }

const twoWallets: { descriptor: string; places: KnownPlace[] }[] = [
  {
    descriptor:
      'wpkh([e2867bb6/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#kuj0z8zn',
    places: [
      {
        script: '0014f28cece5dbaf19fb205966f2e23db68ef6126d03',
        address: 'bcrt1q72xweewm4uvlkgzevmewy0dk3mmpymgrn6d2h0',
      },
      {
        script: '00144c8567da43713381da6866d46f1e2311f8b31b17',
        address: 'bcrt1qfjzk0kjrwyecrkngvm2x783rz8utxxch6pswej',
      },
      {
        script: '0014b8c1d8550649f0da8d3cb82646ee3030c5396c07',
        address: 'bcrt1qhrqas4gxf8cd4rfuhqnydm3sxrznjmq8963za9',
      },
      {
        script: '001450fccaa94884bf5fb8a5933b006f7aa031168320',
        address: 'bcrt1q2r7v422gsjl4lw99jvasqmm65qc3dqeqdrx3vk',
      },
      {
        script: '0014967d94849bb739ade14c03800cdff2c5cda9bf43',
        address: 'bcrt1qje7efpymkuu6mc2vqwqqehljchx6n06r6000ec',
      },
      {
        script: '001455c259b74af126087aba0febf8aca54a2238e2df',
        address: 'bcrt1q2hp9nd627ynqs746pl4l3t99fg3r3cklz40x7e',
      },
      {
        script: '00148fe73ab4c333c00b7831a5089833dc3ea0d8bb55',
        address: 'bcrt1q3lnn4dxrx0qqk7p355yfsv7u86sd3w6409zckd',
      },
      {
        script: '001440e00652b28bc8fa8e5803122ce0ac0a3f5853bc',
        address: 'bcrt1qgrsqv54j30y04rjcqvfzec9vpgl4s5ausxy0nr',
      },
      {
        script: '0014cee31236d8f8b51ce5a82cb979d68cb2f93c3947',
        address: 'bcrt1qem33ydkclz63eedg9juhn45vktuncw28x20649',
      },
      {
        script: '0014378742990d5ec2dd1e9ac5cb1dcf52410d0b9b07',
        address: 'bcrt1qx7r59xgdtmpd6856ch93mn6jgyxshxc8hxwdps',
      },
      {
        script: '00147aaece49586089f536f5da96406e4d8f4ccf1606',
        address: 'bcrt1q02hvuj2cvzyl2dh4m2tyqmjd3axv79sx3rypck',
      },
      {
        script: '0014fe5093b0354ddcd707c32c4b798a4baae943ab87',
        address: 'bcrt1qlegf8vp4fhwdwp7r939hnzjt4t5582u8zwv3jr',
      },
      {
        script: '00142768d45cb837a71a5de17c9ce6f5d455197b7fd4',
        address: 'bcrt1qya5dgh9cx7n35h0p0jwwdaw525vhkl75vyesd8',
      },
      {
        script: '00147c0fbd350a91f771f7c645c3fda47be2581ddb91',
        address: 'bcrt1q0s8m6dg2j8mhra7xghplmfrmufvpmku3xz0rpk',
      },
      {
        script: '00148596051c824d9c7146763bbfb68c93c8dfecca78',
        address: 'bcrt1qsktq28yzfkw8z3nk8wlmdryner07ejnctrcma6',
      },
      {
        script: '00147b5610f4d5d29ff04b93906109ec1030f847ae6b',
        address: 'bcrt1q0dtppax4620lqjunjpssnmqsxruy0tntyglv38',
      },
      {
        script: '0014c2ed46eb390b5c3162f0c8dc3f69ff51e26d4c20',
        address: 'bcrt1qctk5d6eepdwrzchserwr760l283x6npqc37jf0',
      },
      {
        script: '0014c81da107982dc7cc8e8d55d81d97ffaa61367f0d',
        address: 'bcrt1qeqw6zpuc9hruer5d2hvpm9ll4fsnvlcdfszpwp',
      },
      {
        script: '001414743a60a4c126f043f677c09507ffe378d178ca',
        address: 'bcrt1qz36r5c9ycyn0qslkwlqf2pllududz7x292px5d',
      },
      {
        script: '0014039106ae89928870c9e3858844ad77cd389fdb76',
        address: 'bcrt1qqwgsdt5fj2y8pj0rskyyftthe5uflkmkkwla96',
      },
      {
        script: '0014be19af4828cdd679bc4ed437262c8a444c670d57',
        address: 'bcrt1qhcv67jpgeht8n0zw6smjvty2g3xxwr2hryrrf9',
      },
      {
        script: '0014ff166cd1b4e17a64ac8cfe3fd63ba073b63b4928',
        address: 'bcrt1qlutxe5d5u9axftyvlclavwaqwwmrkjfgaqq7ck',
      },
      {
        script: '00146618275e3282db4402a66377fb1a35a44b1316ea',
        address: 'bcrt1qvcvzwh3jstd5gq4xvdmlkx345393x9h2erhz0z',
      },
      {
        script: '001455c17bdcbdb931d1096ce8a99193d412cbef9c56',
        address: 'bcrt1q2hqhhh9ahycazztvaz5ery75zt97l8zkvyyszf',
      },
      {
        script: '001453c5735439d0eb343533a3bf19dd53fb5c09cdf3',
        address: 'bcrt1q20zhx4pe6r4ngdfn5wl3nh2nldwqnn0nt40zns',
      },
      {
        script: '001427cb26870ab1d931a9de6005d4776770de562a04',
        address: 'bcrt1qyl9jdpc2k8vnr2w7vqzagam8wr09v2sy0nqchj',
      },
      {
        script: '00146c3c96a17a980cf9483b2a1ca439797afe43f3d7',
        address: 'bcrt1qds7fdgt6nqx0jjpm9gw2gwte0tly8u7hhkedlc',
      },
      {
        script: '0014285cbe781ccba85d549eaa4fd1fa70080d1f3500',
        address: 'bcrt1q9pwtu7quew5964y74f8ar7nspqx37dgqmmfaed',
      },
      {
        script: '00141e4ef84eb80cb123299e650337d37bb49c1fe831',
        address: 'bcrt1qre80sn4cpjcjx2v7v5pn05mmkjwpl6p3zdp2tm',
      },
      {
        script: '001491829f008c3e57b25e26f92aa9a7b04b33608e9b',
        address: 'bcrt1qjxpf7qyv8etmyh3xly42nfasfvekpr5ml8sw6a',
      },
      {
        script: '00141e89d5bc66718d398922240ca3dab5b2259f8bc8',
        address: 'bcrt1qr6yat0rxwxxnnzfzysx28k44kgjelz7gzekqht',
      },
      {
        script: '001404851abfd4588b4e425084a09ec250b6938b91d5',
        address: 'bcrt1qqjz34075tz95usjssjsfasjsk6fchyw4wl667w',
      },
    ],
  },
  {
    descriptor:
      'wpkh([adc4083b/84h/1h/0h]tpubDD9dsnZkvrcTuCNoYQJuH8V15qcoMtSS4N8rpe9r59HMSwSddqbhi6eWsFV7RZ86TdgN8WHd6NaAnFmfg6QvqMZVPBQ5CCzbCrZzHcW7MoJ/<0;1>/*)#l8hpqe2w',
    places: [
      {
        script: '00144a9db52e8da8564646285c1e56157ff7f9163ca6',
        address: 'bcrt1qf2wm2t5d4ptyv33gts09v9tl7lu3v09x8743w3',
      },
      {
        script: '0014e3ed65e318667484584174c1da9cd4fac21835a3',
        address: 'bcrt1qu0kktcccve6ggkzpwnqa48x5ltppsddrmk6h0q',
      },
      {
        script: '00148737abb2ef5198b996d0c17f52f8d92cb7003faa',
        address: 'bcrt1qsum6hvh02xvtn9ksc9l497xe9jmsq0a2pfjjwy',
      },
      {
        script: '00141464481de8124ab112722748533c9444f07c815d',
        address: 'bcrt1qz3jys80gzf9tzynjyay9x0y5gnc8eq2ac83ceh',
      },
      {
        script: '001412a7d5cec9127f278dc1d81dbfe02dae270fc1b1',
        address: 'bcrt1qz2natnkfzflj0rwpmqwmlcpd4cnslsd3k9tfv8',
      },
      {
        script: '0014f8a00fad842ab110552f2c6634432dddb102b4d8',
        address: 'bcrt1qlzsqltvy92c3q4f093nrgsedmkcs9dxc6873g2',
      },
      {
        script: '001439ed77b8d5055ea2e5ba79a4f90bed5aa7b676a0',
        address: 'bcrt1q88kh0wx4q4029ed60xj0jzldt2nmva4qgq8ztk',
      },
      {
        script: '0014a5fa5b073e3a10dcf545178bdb43117de684dc83',
        address: 'bcrt1q5ha9kpe78ggdea29z79aksc30hngfhyrzm8259',
      },
      {
        script: '0014a0e6f3fb4e68490c19f4d21df215396cdba5480f',
        address: 'bcrt1q5rn0876wdpyscx056gwly9fednd62jq08dqysc',
      },
      {
        script: '0014821d41a858bcb07c65bb028bb960c749d1a72f13',
        address: 'bcrt1qsgw5r2zchjc8cedmq29mjcx8f8g6wtcn6r5s89',
      },
      {
        script: '0014f4f94f09868b559b28754d3fec4cb3fa698c8c98',
        address: 'bcrt1q7nu57zvx3d2ek2r4f5l7cn9nlf5ceryctd6npa',
      },
      {
        script: '0014b5bf284a69c6ca25db8edd53ca3e33667a1fc350',
        address: 'bcrt1qkkljsjnfcm9ztkuwm4fu503nveapls6s6s2l8v',
      },
      {
        script: '0014250468c5987dea3f221b83b623bf4bfc9c1cd1c7',
        address: 'bcrt1qy5zx33vc0h4r7gsmswmz806tljwpe5w8hnnmpu',
      },
      {
        script: '00146c6801a94eae5e55721e2c4e0e0d7df32e9ca1cd',
        address: 'bcrt1qd35qr22w4e092us7938qurta7vhfegwd38uvfw',
      },
      {
        script: '0014b6225f308bc803586c5299447f3e9e4653c97315',
        address: 'bcrt1qkc397vyteqp4smzjn9z87057gefujuc4x23gaa',
      },
      {
        script: '00141d2d31eba5553f21bec75a2a6454583c1ec3c20c',
        address: 'bcrt1qr5knr6a925ljr0k8tg4xg4zc8s0v8ssvxq67md',
      },
      {
        script: '00146b3627535fe98fc56ff8c81bc607b0815c8937b1',
        address: 'bcrt1qdvmzw56lax8u2mlceqduvpass9wgjda3nsy9xd',
      },
      {
        script: '0014355c09c9ab7101bd36e747a2ff67d23a253e9b7b',
        address: 'bcrt1qx4wqnjdtwyqm6dh8g7307e7j8gjnaxmmf2he2n',
      },
      {
        script: '001415cba4a3c6fdba138a28fe99da4c21edda0435fd',
        address: 'bcrt1qzh96fg7xlkap8z3gl6va5nppahdqgd0ae62pp3',
      },
      {
        script: '00145d9d63c83e8ce472f694240dd6cfefda6b018c51',
        address: 'bcrt1qtkwk8jp73nj89a55ysxadnl0mf4srrz3pgxngw',
      },
      {
        script: '00146796548fd318da69f2abc4ca15c703b62330b0f2',
        address: 'bcrt1qv7t9fr7nrrdxnu4tcn9pt3crkc3npv8jaxn8wz',
      },
      {
        script: '00143451847605cc1085ae3b6aed5ba427dd275468ab',
        address: 'bcrt1qx3gcgas9esggtt3mdtk4hfp8m5n4g69te5l3u8',
      },
      {
        script: '00140ff824d7ac143fb50b14254de4a450972e5aa4f7',
        address: 'bcrt1qpluzf4avzslm2zc5y4x7ffzsjuh94f8hzer729',
      },
      {
        script: '00143a5c2b1e9e89e13857112889fefe9701010e00c1',
        address: 'bcrt1q8fwzk85738sns4c39zylal5hqyqsuqxp7w29d5',
      },
      {
        script: '0014cc20e24f566cfffc946b3a38b32cd70b8abe248e',
        address: 'bcrt1qesswyn6kdnlle9rt8gutxtxhpw9tufyw67j4vm',
      },
      {
        script: '001484a60e387ecd037d832d7f564c30e7c4c821232a',
        address: 'bcrt1qsjnquwr7e5phmqed0atycv88cnyzzge27eds63',
      },
      {
        script: '00145851d72e34a4966319e68dba13119a52ff1c5a35',
        address: 'bcrt1qtpgawt355jtxxx0x3kapxyv62tl3ck34jfzp7w',
      },
      {
        script: '001472d5d08e42d23df18eb48711c97163e88f20c4f5',
        address: 'bcrt1qwt2aprjz6g7lrr45sugujutraz8jp38438rsf5',
      },
      {
        script: '0014b277820851423b7ecbf1e07fbc061ebe625f97b4',
        address: 'bcrt1qkfmcyzz3ggahajl3uplmcps7he39l9a5k0mwgf',
      },
      {
        script: '0014f53fed902f95e24a2558b78d39aff39c7da8e7a0',
        address: 'bcrt1q75l7myp0jh3y5f2ck7xnntlnn3763eaqrq3hts',
      },
      {
        script: '0014900d8caea70918ef23ecba4de50f6cbfec3118fe',
        address: 'bcrt1qjqxcet48pyvw7glvhfx72rmvhlkrzx8720w4wp',
      },
      {
        script: '00148b9c6a7a020fe28e453cf1826ba1aef9d9f511c8',
        address: 'bcrt1q3wwx57szpl3gu3fu7xpxhgdwl8vl2ywgfjxad6',
      },
    ],
  },
]

/** The third is the first with another origin: its addresses are the same. */
export const knownWallets = [
  ...twoWallets,
  {
    descriptor:
      'wpkh([00000000/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#egdh6y4c',
    places: twoWallets[0]!.places,
  },
]
