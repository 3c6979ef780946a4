//===- SwiftDSPIntrinsicPatterns.td - Intrinsics as instructions -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made from docs/swiftdsp/ISA.def by utils/swiftdsp/tablegen.py --update; a test compares.
//
//===----------------------------------------------------------------------===//

def : Pat<(v16i8 (int_xswift_vsplb (i32 GR:$rb))),
          (VSPLB $rb)>;
def : Pat<(v8i16 (int_xswift_vsplh (i32 GR:$rb))),
          (VSPLH $rb)>;
def : Pat<(v4i32 (int_xswift_vsplw (i32 GR:$rb))),
          (VSPLW $rb)>;
def : Pat<(v16i8 (int_xswift_vinsb (v16i8 VR:$ra), (i32 GR:$rb), (i32 timm:$rc))),
          (VINSB $ra, $rb, timm:$rc)>;
def : Pat<(v8i16 (int_xswift_vinsh (v8i16 VR:$ra), (i32 GR:$rb), (i32 timm:$rc))),
          (VINSH $ra, $rb, timm:$rc)>;
def : Pat<(v4i32 (int_xswift_vinsw (v4i32 VR:$ra), (i32 GR:$rb), (i32 timm:$rc))),
          (VINSW $ra, $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgetb (v16i8 VR:$rb), (i32 timm:$rc))),
          (VGETB $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgetub (v16i8 VR:$rb), (i32 timm:$rc))),
          (VGETUB $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgeth (v8i16 VR:$rb), (i32 timm:$rc))),
          (VGETH $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgetuh (v8i16 VR:$rb), (i32 timm:$rc))),
          (VGETUH $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgetw (v4i32 VR:$rb), (i32 timm:$rc))),
          (VGETW $rb, timm:$rc)>;
def : Pat<(i32 (int_xswift_vgetg (v4i32 VR:$rb), (i32 timm:$rc))),
          (VGETG $rb, timm:$rc)>;
def : Pat<(v16i8 (int_xswift_vaddb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VADDB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vsubb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VSUBB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqaddb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VQADDB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqsubb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VQSUBB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqaddub (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VQADDUB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqsubub (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VQSUBUB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vabsb (v16i8 VR:$rb))),
          (VABSB $rb)>;
def : Pat<(v16i8 (int_xswift_vavgb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VAVGB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vminb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMINB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmaxb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMAXB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vminub (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMINUB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmaxub (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMAXUB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_veqb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VEQB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vgtb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VGTB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vgtub (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VGTUB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmulb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMULB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vaddbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VADDBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vsubbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VSUBBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqaddbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VQADDBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqsubbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VQSUBBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqaddubs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VQADDUBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vqsububs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VQSUBUBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vavgbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VAVGBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vminbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VMINBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmaxbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VMAXBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vminubs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VMINUBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmaxubs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VMAXUBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_veqbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VEQBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vgtbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VGTBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vgtubs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VGTUBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmulbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VMULBS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vaddh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VADDH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vsubh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VSUBH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqaddh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQADDH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqsubh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQSUBH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqadduh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQADDUH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqsubuh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQSUBUH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vabsh (v8i16 VR:$rb))),
          (VABSH $rb)>;
def : Pat<(v8i16 (int_xswift_vavgh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VAVGH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vminh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMINH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmaxh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMAXH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vminuh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMINUH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmaxuh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMAXUH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_veqh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VEQH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vgth (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VGTH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vgtuh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VGTUH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmulh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMULH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vaddhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VADDHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vsubhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VSUBHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqaddhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VQADDHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqsubhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VQSUBHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqadduhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VQADDUHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqsubuhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VQSUBUHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vavghs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VAVGHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vminhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMINHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmaxhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMAXHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vminuhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMINUHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmaxuhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMAXUHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_veqhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VEQHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vgths (v8i16 VR:$rb), (i32 GR:$rc))),
          (VGTHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vgtuhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VGTUHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmulhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMULHS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vaddw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VADDW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsubw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSUBW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqaddw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQADDW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqsubw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQSUBW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqadduw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQADDUW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqsubuw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQSUBUW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vabsw (v4i32 VR:$rb))),
          (VABSW $rb)>;
def : Pat<(v4i32 (int_xswift_vavgw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VAVGW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vminw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMINW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmaxw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMAXW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vminuw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMINUW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmaxuw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMAXUW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_veqw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VEQW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vgtw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VGTW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vgtuw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VGTUW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmulw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMULW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vaddws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VADDWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsubws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VSUBWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqaddws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VQADDWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqsubws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VQSUBWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqadduws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VQADDUWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqsubuws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VQSUBUWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vavgws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VAVGWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vminws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VMINWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmaxws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VMAXWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vminuws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VMINUWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmaxuws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VMAXUWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_veqws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VEQWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vgtws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VGTWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vgtuws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VGTUWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmulws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VMULWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vand (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VAND $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vor (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VOR $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vxor (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VXOR $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vandn (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VANDN $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsel (v4i32 VR:$ra), (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSEL $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsumw (v4i32 VR:$rb))),
          (VSUMW $rb)>;
def : Pat<(v4i32 (int_xswift_vadd40 (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VADD40 $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsub40 (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSUB40 $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vabs40 (v4i32 VR:$rb))),
          (VABS40 $rb)>;
def : Pat<(v4i32 (int_xswift_vmin40 (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMIN40 $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmax40 (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMAX40 $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vext40 (v4i32 VR:$rb))),
          (VEXT40 $rb)>;
def : Pat<(v4i32 (int_xswift_vsat40 (v4i32 VR:$rb))),
          (VSAT40 $rb)>;
def : Pat<(v4i32 (int_xswift_vgt40 (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VGT40 $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vadd20 (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VADD20 $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vsub20 (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VSUB20 $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vabs20 (v8i16 VR:$rb))),
          (VABS20 $rb)>;
def : Pat<(v8i16 (int_xswift_vmin20 (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMIN20 $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vmax20 (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMAX20 $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vext20 (v8i16 VR:$rb))),
          (VEXT20 $rb)>;
def : Pat<(v8i16 (int_xswift_vsat20 (v8i16 VR:$rb))),
          (VSAT20 $rb)>;
def : Pat<(v8i16 (int_xswift_vgt20 (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VGT20 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vadd10 (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VADD10 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vsub10 (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VSUB10 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vabs10 (v16i8 VR:$rb))),
          (VABS10 $rb)>;
def : Pat<(v16i8 (int_xswift_vmin10 (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMIN10 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vmax10 (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VMAX10 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vext10 (v16i8 VR:$rb))),
          (VEXT10 $rb)>;
def : Pat<(v16i8 (int_xswift_vsat10 (v16i8 VR:$rb))),
          (VSAT10 $rb)>;
def : Pat<(v16i8 (int_xswift_vgt10 (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VGT10 $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vrsh40 (v4i32 VR:$rb), (i32 GR:$rc))),
          (VRSH40 $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vshlb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VSHLB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vshrb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VSHRB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vsrab (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VSRAB $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vshlh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VSHLH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vshrh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VSHRH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vsrah (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VSRAH $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vshlw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSHLW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vshrw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSHRW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsraw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VSRAW $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vshlbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VSHLBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vshrbs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VSHRBS $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vsrabs (v16i8 VR:$rb), (i32 GR:$rc))),
          (VSRABS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vshlhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VSHLHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vshrhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VSHRHS $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vsrahs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VSRAHS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vshlws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VSHLWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vshrws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VSHRWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vsraws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VSRAWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmpyl (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMPYL $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmacl (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMACL $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmpyh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMPYH $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmach (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMACH $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmpylu (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMPYLU $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmaclu (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMACLU $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmpyhu (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMPYHU $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmachu (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VMACHU $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmacls (v4i32 VR:$ra), (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMACLS $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmachs (v4i32 VR:$ra), (v8i16 VR:$rb), (i32 GR:$rc))),
          (VMACHS $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmacw (v4i32 VR:$ra), (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMACW $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vmulhw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VMULHW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqmacl (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQMACL $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqmach (v4i32 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQMACH $ra, $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqrmach (v8i16 VR:$ra), (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQRMACH $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqrmacw (v4i32 VR:$ra), (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQRMACW $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotbb (v4i32 VR:$ra), (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VDOTBB $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotbbs (v4i32 VR:$ra), (v16i8 VR:$rb), (i32 GR:$rc))),
          (VDOTBBS $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotbu (v4i32 VR:$ra), (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VDOTBU $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotbus (v4i32 VR:$ra), (v16i8 VR:$rb), (i32 GR:$rc))),
          (VDOTBUS $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotub (v4i32 VR:$ra), (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VDOTUB $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotubs (v4i32 VR:$ra), (v16i8 VR:$rb), (i32 GR:$rc))),
          (VDOTUBS $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotuu (v4i32 VR:$ra), (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VDOTUU $ra, $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vdotuus (v4i32 VR:$ra), (v16i8 VR:$rb), (i32 GR:$rc))),
          (VDOTUUS $ra, $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqrdmulh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VQRDMULH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vqrdmulhs (v8i16 VR:$rb), (i32 GR:$rc))),
          (VQRDMULHS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqrdmulw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VQRDMULW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vqrdmulws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VQRDMULWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vrdivw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VRDIVW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vrdivws (v4i32 VR:$rb), (i32 GR:$rc))),
          (VRDIVWS $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vrqw (v4i32 VR:$rb), (v4i32 VR:$rc0), (v4i32 VR:$rc1))),
          (VRQW $rb, (REG_SEQUENCE V2, VR:$rc0, sub0, VR:$rc1, sub1))>;
def : Pat<(v4i32 (int_xswift_vrqws (v4i32 VR:$rb), (i32 GR:$rc0), (i32 GR:$rc1))),
          (VRQWS $rb, (REG_SEQUENCE GP, GR:$rc0, gsub0, GR:$rc1, gsub1))>;
def : Pat<(v8i16 (int_xswift_vpkwh (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VPKWH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vpkwuh (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VPKWUH $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vpkhb (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VPKHB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vpkhub (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VPKHUB $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vtrwh (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VTRWH $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vtrhb (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VTRHB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vpk4b (v4i32 VR:$rb0), (v4i32 VR:$rb1), (v4i32 VR:$rb2), (v4i32 VR:$rb3), (i32 GR:$rc))),
          (VPK4B (REG_SEQUENCE V4, VR:$rb0, sub0, VR:$rb1, sub1, VR:$rb2, sub2, VR:$rb3, sub3), $rc)>;
def : Pat<(v16i8 (int_xswift_vpk4ub (v4i32 VR:$rb0), (v4i32 VR:$rb1), (v4i32 VR:$rb2), (v4i32 VR:$rb3), (i32 GR:$rc))),
          (VPK4UB (REG_SEQUENCE V4, VR:$rb0, sub0, VR:$rb1, sub1, VR:$rb2, sub2, VR:$rb3, sub3), $rc)>;
def : Pat<(v8i16 (int_xswift_vunlbh (v16i8 VR:$rb))),
          (VUNLBH $rb)>;
def : Pat<(v8i16 (int_xswift_vunhbh (v16i8 VR:$rb))),
          (VUNHBH $rb)>;
def : Pat<(v8i16 (int_xswift_vunlubh (v16i8 VR:$rb))),
          (VUNLUBH $rb)>;
def : Pat<(v8i16 (int_xswift_vunhubh (v16i8 VR:$rb))),
          (VUNHUBH $rb)>;
def : Pat<(v4i32 (int_xswift_vunlhw (v8i16 VR:$rb))),
          (VUNLHW $rb)>;
def : Pat<(v4i32 (int_xswift_vunhhw (v8i16 VR:$rb))),
          (VUNHHW $rb)>;
def : Pat<(v4i32 (int_xswift_vunluhw (v8i16 VR:$rb))),
          (VUNLUHW $rb)>;
def : Pat<(v4i32 (int_xswift_vunhuhw (v8i16 VR:$rb))),
          (VUNHUHW $rb)>;
def : Pat<(v16i8 (int_xswift_vperm (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VPERM $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vperm2 (v16i8 VR:$ra), (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VPERM2 $ra, $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vilvlb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VILVLB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vilvhb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VILVHB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vevb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VEVB $rb, $rc)>;
def : Pat<(v16i8 (int_xswift_vodb (v16i8 VR:$rb), (v16i8 VR:$rc))),
          (VODB $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vilvlh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VILVLH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vilvhh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VILVHH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vevh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VEVH $rb, $rc)>;
def : Pat<(v8i16 (int_xswift_vodh (v8i16 VR:$rb), (v8i16 VR:$rc))),
          (VODH $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vilvlw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VILVLW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vilvhw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VILVHW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vevw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VEVW $rb, $rc)>;
def : Pat<(v4i32 (int_xswift_vodw (v4i32 VR:$rb), (v4i32 VR:$rc))),
          (VODW $rb, $rc)>;
